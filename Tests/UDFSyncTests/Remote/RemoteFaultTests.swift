import SeededTesting
import Testing
import UDFNetwork
import UDFSync

@Suite("invalid responses") struct RemoteFaultTests {
  private static let sync = "see whether this is the address of a sync server"

  private func answer(_ status: Int, _ body: String = "", headers: HTTPHeaders = [:]) -> StubServer {
    StubServer(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  @Test(
    "each status has the meaning that the protocol defines",
    arguments: [
      (204, .garbled, "the sync protocol has no such answer; see what answers at this address"),
      (302, .garbled, "the sync protocol has no such answer; see what answers at this address"),
      (400, .refused, "\(sync), and what its log says"),
      (401, .unauthorized, "log in there, or correct the headers that are sent"),
      (403, .unauthorized, "log in there, or correct the headers that are sent"),
      (404, .unsupported, "\(sync), and what its log says"),
      (405, .unsupported, "\(sync), and what its log says"),
      (407, .unsupported, "\(sync), and what its log says"),
      (408, .unavailable, "try again later"),
      (409, .expired, "the token is no longer known there, and all rows are to be fetched"),
      (410, .expired, "the token is no longer known there, and all rows are to be fetched"),
      (413, .refused, "\(sync), and what its log says"),
      (422, .refused, "\(sync), and what its log says"),
      (425, .unavailable, "try again later"),
      (426, .outdated, "rows of schema 1 are no longer served there; update the app"),
      (429, .unavailable, "try again later"),
      (500, .unavailable, "try again later"),
      (501, .unsupported, "\(sync), and what its log says"),
      (503, .unavailable, "try again later"),
    ] as [(Int, RemoteFailure.Code, String)])
  func statuses(_ status: Int, _ code: RemoteFailure.Code, _ advice: String) async {
    #expect(await answer(status).failure() == RemoteFailure(code, "URL: answered \(status); \(advice)"))
  }

  @Test("for a push, `expired` and `not modified` are not valid")
  func pushed() async {
    for status in [409, 410] {
      #expect(
        await answer(status).pushFailure()
          == RemoteFailure(.refused, "URL: answered \(status); \(Self.sync), and what its log says"))
    }
    #expect(
      await answer(304).pushFailure()
        == RemoteFailure(
          .garbled, "URL: answered 304; the sync protocol has no such answer; see what answers at this address"))
    #expect(
      await answer(426).pushFailure()
        == RemoteFailure(.outdated, "URL: answered 426; rows of schema 2 are no longer served there; update the app"))
    #expect(
      await answer(200, "OK").pushFailure()
        == RemoteFailure(
          .garbled, #"URL: the answer is not {"results": [{"id": 1}, …]}, but "OK"; \#(Self.sync)"#))
  }

  @Test("the server's message is reported, on one line")
  func reasons() async {
    #expect(
      await answer(401, #"{"code":"login","message":"the session\nis over"}"#).failure()
        == RemoteFailure(
          .unauthorized,
          "URL: answered 401 (login: the session is over); log in there, or correct the headers that are sent"))
    #expect(
      await answer(503, #"{"message":"back at noon"}"#).failure()
        == RemoteFailure(.unavailable, "URL: answered 503 (back at noon); try again later"))
    let refused = await answer(422, #"{"code":"invalid","message":"result must be\npassed or failed"}"#).pushFailure()
    #expect(refused?.refusal == RemoteFailure.Refusal(code: "invalid", message: "result must be passed or failed"))
    #expect(refused?.message.hasPrefix("URL: answered 422 (invalid: result must be passed or failed); ") == true)
    for body in ["no", #"{"code":"","message":"x"}"#, #"{"message":"Bad Request"}"#] {
      #expect(await answer(422, body).pushFailure()?.refusal == nil, "\(body)")
    }
    let long = await answer(503, #"{"code":"\#(String(repeating: "x", count: 1000))"}"#).failure()
    #expect(long?.message == "URL: answered 503 (\(String(repeating: "x", count: 200))); try again later")
    for body in ["<html>", "[]", "{}", #"{"code":7}"#] {
      #expect(await answer(503, body).failure()?.message == "URL: answered 503; try again later")
    }
  }

  @Test("a Retry-After is in seconds, or the time between two of the server's own dates")
  func retryAfter() async {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    for (headers, seconds) in [
      (["Retry-After": "30"], 30), (["Retry-After": "0"], 0), (["Retry-After": "1000000000"], 86_400),
      (["Retry-After": date, "Date": "Sun, 06 Nov 1994 08:48:07 GMT"], 90),
      (["Retry-After": date, "Date": "Mon, 07 Nov 1994 08:48:07 GMT"], 0),
      // Without a date of the server's there is only this machine's clock, which may be wrong.
      (["Retry-After": date], nil), (["Retry-After": "soon"], nil), (["Retry-After": "nan"], nil),
      (["Retry-After": "-5"], 0),
    ] as [(HTTPHeaders, Double?)] {
      for status in [429, 503] {
        let failure = await answer(status, headers: headers).failure()
        #expect(failure?.code == .unavailable)
        #expect(failure?.retryAfter == seconds)
      }
    }
    #expect(
      await answer(429, headers: ["Retry-After": "30"]).failure()?.message
        == "URL: answered 429; try again in 30 s")
  }

  private static func head(_ count: Int) -> String {
    "{\"next\":\"T\",\"more\":false,\"changes\":\(count),\"mutation\":0}\n"
  }

  /// The head of a page of version 2 with these fields.
  private static func second(_ fields: String) -> String {
    #"{"version":2,"next":"T","more":false,"changes":0,\#(fields)}"#
  }

  private static let expected =
    #"line 1: expected {"next", "more", "changes", "mutation"}, or with "version": 2 "mutations" and "epoch" for "#
    + #""mutation""#

  /// Invalid pages, and what is wrong with them.
  private static let noPages: [(body: String, problem: String)] = [
    ("", #"\#(expected), got """#),
    ("<!DOCTYPE html>\n", #"\#(expected), got "<!DOCTYPE html>""#),
    ("[]", #"\#(expected), got "[]""#),
    (head(1) + "\n", #"line 2, column 1: expected "[", got the end"#),
    ("{\"next\":\"\",\"more\":false,\"changes\":0,\"mutation\":0}", #"line 1: "next" is empty"#),
    ("{\"next\":\"T\",\"more\":false,\"changes\":0,\"mutation\":-1}", #"line 1: "mutation" is less than 0"#),
    (second(#""mutations":{},"epoch":"""#), #"line 1: "epoch" is empty"#),
    (second(#""mutations":{"c1":-1},"epoch":"E1""#), #"line 1: "mutations" has a number less than 0 for "c1""#),
    (head(-1), "line 1 announces -1 changes, but 0 follow"),
    (head(9_000_000_000_000_000_000), "line 1 announces 9000000000000000000 changes, but 0 follow"),
    (head(2) + "[1,\"a\"]\n", "line 1 announces 2 changes, but 1 follow"),
    (head(1) + "[1,\"a\"]\n[2,\"b\"]\n", "line 1 announces 1 changes, but 2 follow"),
    (head(1) + "[1,{\"id\":\"é\",\"t\":\"ab", "line 2, column 18: this string has no end"),
    (head(1) + "[1,{\"id\":\"é\",\"t\":}]", #"line 2, column 18: expected a value, got "}""#),
    (head(1) + "[0,\"a\"]", "line 2, column 2: versions count from 1, and this is 0"),
    (head(1) + "[1.5,\"a\"]", "line 2, column 2: expected the version of a change, got 1.5"),
    (head(1) + "[null,\"a\"]", #"line 2, column 2: expected the version of a change, got "n""#),
    (head(1) + "[1,[]]", #"line 2, column 4: expected a key, a string or an integer, got "[""#),
    (head(1) + "[1,\"a\"],", #"line 2, column 8: expected nothing more, got ",""#),
    (head(1) + "[1,{\"t\":1}]", #"line 2, column 4: the row has no field "id" to hold its key"#),
    (head(2) + "[1,\"a\"]\n[2,{\"id\":\"b\",}]", #"line 3, column 14: expected a name in double quotes, got "}""#),
  ]

  @Test("an invalid page is refused as a whole, and the line reported", arguments: noPages)
  func garbled(_ body: String, _ problem: String) async {
    #expect(await answer(200, body).failure() == RemoteFailure(.garbled, "URL: \(problem); \(Self.sync)"))
  }

  @Test(
    "an incomplete page of version 2 is not read as one of version 1",
    arguments: [#""mutation":7"#, #""mutations":{}"#, #""epoch":"E1""#, #""mutations":{"c":1.5},"epoch":"E1""#])
  func incomplete(_ fields: String) async {
    let failure = await answer(200, Self.second(fields)).failure()
    #expect(failure?.code == .garbled)
    #expect(failure?.message.hasPrefix("URL: \(Self.expected), got ") == true)
  }

  @Test("without a complete response, the client's message is reported")
  func noAnswer() async {
    for code in HTTPFailure.Code.allCases {
      let failure = await StubServer { _ throws(HTTPFailure) in throw HTTPFailure(code, "what happened") }.failure()
      let expected: RemoteFailure.Code =
        switch code {
        case .cancelled: .cancelled
        case .badURL, .badRequest, .notGranted, .notStubbed: .unsupported
        case .badResponse, .tooLarge: .garbled
        default: .unavailable
        }
      #expect(failure == RemoteFailure(expected, "what happened"))
    }
    // A network that requires a login first redirects everything to its own page.
    let portal = await StubServer { _ throws(HTTPFailure) in
      var failure = HTTPFailure(.notGranted, "what happened")
      failure.isOfRedirect = true
      throw failure
    }.failure()
    #expect(portal == RemoteFailure(.unavailable, "what happened"))
  }

  @Test("the largest accepted response has 64 MiB")
  func largest() async {
    let server = answer(500)
    _ = await server.failure()
    #expect(server.http.requests.map(\.maxBytes) == [64 << 20])
  }

  @Test("nothing is read from a page that is cut at any place")
  func cut() async {
    let body = Array((Self.head(2) + "[1,{\"id\":\"a\",\"n\":[1.0]}]\n[2,\"é\"]").utf8)
    for count in 0..<body.count {
      let server = StubServer(HTTPResponse(status: 200, body: Array(body[..<count])))
      #expect(await server.failure()?.code == .garbled, "cut after \(count) bytes")
    }
    #expect(await StubServer(HTTPResponse(status: 200, body: body)).failure() == nil)
  }

  @Test("any bytes are read as a page or refused")
  func anyBytes() async {
    var random = SeededGenerator(seed: Seed.current)
    for _ in 0..<2000 {
      var body = Array((Self.head(2) + "[1,{\"id\":\"a\",\"n\":[1.0]}]\n[2,\"é\"]\n").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = body.indices.randomElement(using: &random) ?? 0
        body[index] = .random(in: 0...255, using: &random)
      }
      let failure = await StubServer(HTTPResponse(status: 200, body: body)).failure()
      #expect(failure == nil || failure?.code == .garbled, "\(Seed.replay)")
    }
  }
}
