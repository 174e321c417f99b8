import ArgumentParser
import FlyingFox
import Foundation

@main
struct UserServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "userserver",
    abstract: "Serve the users of examples/userlist on 127.0.0.1, until interrupted.",
    discussion: """
      GET /users, GET /users/ID, DELETE /users/ID, POST /users/reset
      User 1 is protected: to delete it is refused with 409.
      """)

  @Option(help: ArgumentHelp("Where to listen, 0 for any free port.", valueName: "n"))
  var port: UInt16 = 8080

  @Option(help: ArgumentHelp("How long each answer takes.", valueName: "seconds"))
  var delay: Double = 0

  func validate() throws {
    guard (0...3600).contains(delay) else {
      throw ValidationError("--delay: must be from 0 to 3600 seconds, got \(delay)")
    }
  }

  func run() async throws {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: delay + 15, logger: .disabled)
    await addRoutes(to: server)
    let endings = [SIGINT, SIGTERM].map(ending)
    defer { withExtendedLifetime(endings) {} }
    do {
      // Goes when the server does, which is at once if the port is taken.
      async let _ = announce(server)
      try await server.run()
    } catch {
      throw ValidationError(
        "cannot listen on port \(port) (\(error.localizedDescription)); choose another with --port, 0 for any free one")
    }
  }

  private func addRoutes(to server: HTTPServer) async {
    let users = Users()
    await route("GET /users", of: server) { _ in try .json(await users.list) }
    await route("GET /users/:id", of: server) { id in
      guard let user = await users.user(id) else { return try .failure("there is no user \(id)", .notFound) }
      return try .json(user)
    }
    await route("DELETE /users/:id", of: server) { id in
      switch await users.delete(id) {
      case .done: HTTPResponse(statusCode: .noContent)
      case .missing: try .failure("there is no user \(id)", .notFound)
      case .refused(let user): try .failure("\(user.name) is protected and cannot be deleted", .conflict)
      }
    }
    await route("POST /users/reset", of: server) { _ in
      await users.reset()
      return HTTPResponse(statusCode: .noContent)
    }
  }

  private func route(
    _ route: HTTPRoute, of server: HTTPServer, _ answer: @escaping @Sendable (_ id: String) async throws -> HTTPResponse
  ) async {
    await server.appendRoute(route) { request in
      try await Task.sleep(for: .seconds(delay))
      return try await answer(request.routeParameters["id"] ?? "")
    }
  }

  private func announce(_ server: HTTPServer) async throws {
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else { return }
    FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(port)\n".utf8))
  }

  private func ending(by number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { Foundation.exit(0) }
    source.resume()
    return source
  }
}
