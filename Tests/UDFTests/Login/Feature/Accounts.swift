protocol Accounts: Sendable {
  func open(_ credentials: Credentials) async throws -> String
}
