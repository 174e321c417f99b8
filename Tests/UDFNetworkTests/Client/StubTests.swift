import Testing
import UDFNetwork

@Suite("a stub")
struct StubTests {
  @Test("returns the responses of its routes and records the requests")
  func routes() async throws {
    let refused = HTTPFailure(.refused, "nothing listens there")
    let http = StubHTTPClient([
      "GET http://localhost/users": .success(HTTPResponse(status: 200, body: [1, 2])),
      "DELETE http://localhost/users/1": .failure(refused),
    ])
    let response = try await http.send(HTTPRequest("http://localhost/users"))
    #expect(response == HTTPResponse(status: 200, body: [1, 2], url: "http://localhost/users"))
    #expect(await http.failure(of: HTTPRequest("http://localhost/users/1", method: "DELETE")) == refused)
    #expect(http.requests.map(\.method) == ["GET", "DELETE"])
  }

  @Test("fails for an unknown route, and shows how to add it")
  func unknownRoute() async {
    #expect(
      await StubHTTPClient([:]).failure(of: HTTPRequest("http://localhost/x", method: "PUT"))
        == HTTPFailure(
          .notStubbed,
          "PUT http://localhost/x: this stub has no such route; "
            + "add it: \"PUT http://localhost/x\": .success(HTTPResponse(status: 200))"))
  }
}
