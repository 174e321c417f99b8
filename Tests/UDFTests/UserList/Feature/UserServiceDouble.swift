import Platform
import UDF
import UDFTesting

/// A server that takes a second of the test's time for every answer, and fails on request.
final class UserServiceDouble: UserService {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Contents {
    var fetches = 0
    var failure: Failure?
  }

  let clock: TestClock
  private let contents = Guarded(Contents())

  init(clock: TestClock) { self.clock = clock }

  var fetches: Int { contents.withLock { $0.fetches } }

  func fail(_ description: String) {
    contents.withLock { $0.failure = Failure(description: description) }
  }

  func users() async throws -> [User] {
    contents.withLock { $0.fetches += 1 }
    try await answer()
    return [User(id: 1, name: "Ada"), User(id: 2, name: "Grace"), User(id: 3, name: "Edsger")]
  }

  func delete(_ id: User.ID) async throws { try await answer() }

  private func answer() async throws {
    try await clock.sleep(for: .seconds(1))
    if let failure = contents.withLock({ $0.failure }) { throw failure }
  }
}
