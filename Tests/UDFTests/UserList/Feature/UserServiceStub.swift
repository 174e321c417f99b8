import UDFTesting

/// A server whose answers a test determines. Any other request fails the test.
struct UserServiceStub: UserService {
  var onUsers: @Sendable () async throws -> [User] = unstubbed("UserService.users")
  var onDelete: @Sendable (User.ID) async throws -> Void = unstubbed("UserService.delete")

  func users() async throws -> [User] { try await onUsers() }
  func delete(_ id: User.ID) async throws { try await onDelete(id) }
}
