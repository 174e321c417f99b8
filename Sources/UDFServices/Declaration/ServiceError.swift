import LuaRuntime

/// An error of a service, which scripts see as `{ code, message, service, method }`.
///
///     throw ServiceError(code: "notFound", message: "user 7: there is no such user")
public struct ServiceError: Error, Equatable {
  /// What scripts compare: `notFound`, `timeout`.
  public var code: String
  /// What people read: which thing, what is wrong with it, how to mend it.
  public var message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// What any error of Swift is to a script.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as ServiceError: error
      case is CancellationError: .cancelled
      default: ServiceError(code: "failed", message: "\(error)")
      }
  }

  package static let cancelled = ServiceError(code: "cancelled", message: LuaError.cancelled.message)

  package func value(service: String, method: String) -> Value {
    ["code": .string(code), "message": .string(message), "service": .string(service), "method": .string(method)]
  }
}
