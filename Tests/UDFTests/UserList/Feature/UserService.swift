protocol UserService: Sendable {
  func users() async throws -> [User]
  func delete(_ id: User.ID) async throws
}
