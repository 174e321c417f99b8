/// Returns a stub for a method that the test does not expect to be called. A call fails the test with the names of the
/// method and of the action whose effect called it, and throws ``UnstubbedCall``.
///
///     struct UserServiceStub: UserService {
///       var onUsers: @Sendable () async throws -> [User] = unstubbed("UserService.users")
///       var onDelete: @Sendable (User.ID) async throws -> Void = unstubbed("UserService.delete")
///
///       func users() async throws -> [User] { try await onUsers() }
///       func delete(_ id: User.ID) async throws { try await onDelete(id) }
///     }
///
///     let service = UserServiceStub(onUsers: { [ada] })
public func unstubbed<each Argument, Value>(
  _ service: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Value {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    let call = UnstubbedCall(service: service)
    place.fail(call.description)
    throw call
  }
}

/// Returns a stub for a method that cannot throw. After failing the test, the stub returns `placeholder`.
///
///     var onCount: @Sendable () -> Int = unstubbed("UserService.count", returning: 0)
public func unstubbed<each Argument, Value: Sendable>(
  _ service: String, returning placeholder: Value, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Value {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    place.fail(UnstubbedCall(service: service).description)
    return placeholder
  }
}
