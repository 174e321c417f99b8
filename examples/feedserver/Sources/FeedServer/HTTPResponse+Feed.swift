import FeedCore
import FlyingFox

extension HTTPResponse {
  init(_ answer: FeedAnswer) {
    var headers = HTTPHeaders()
    for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
    self.init(
      statusCode: HTTPStatusCode(answer.status, phrase: answer.phrase), headers: headers, body: answer.body)
  }
}
