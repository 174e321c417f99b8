import FeedCore
import FlyingFox

extension HTTPResponse {
  init(_ answer: FeedAnswer) {
    var headers = HTTPHeaders()
    for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
    let status = HTTPStatusCode(answer.status, phrase: answer.phrase)
    if let events = answer.events {
      self.init(statusCode: status, headers: headers, body: HTTPBodySequence(from: LiveBytes(events)))
    } else {
      self.init(statusCode: status, headers: headers, body: answer.body)
    }
  }
}
