import LuaRuntime
import Platform

/// An error of a service, raised in scripts as `{ code, message, service, method }`.
///
///     throw ServiceError(code: "notFound", message: "user 7: there is no such user")
public struct ServiceError: Error, Equatable {
  /// The code for programs: `notFound`, `timeout`.
  public var code: String
  /// The text for people: the subject, the problem and the fix.
  public var message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// Converts any Swift error to an error for scripts.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as ServiceError: error
      case is CancellationError: .cancelled
      case let shortage as MemoryShortage: ServiceError(code: "memory", message: "\(shortage)")
      default: ServiceError(code: "failed", message: "\(error)")
      }
  }

  package static let cancelled = ServiceError(code: "cancelled", message: LuaError.cancelled.message)

  package func value(service: String, method: String) -> Value {
    ["code": .string(code), "message": .string(message), "service": .string(service), "method": .string(method)]
  }
}
