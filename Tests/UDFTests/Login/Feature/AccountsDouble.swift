/// Knows one user.
struct AccountsDouble: Accounts {
  struct Refused: Error {}

  func open(_ credentials: Credentials) async throws -> String {
    guard credentials == Credentials(name: "ada", password: "1815") else { throw Refused() }
    return "Ada"
  }
}
