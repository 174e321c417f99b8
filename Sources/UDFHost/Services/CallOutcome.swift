import LuaRuntime
import UDFServices

/// The result of an await: values, or an error that is raised in the script.
enum CallOutcome: Sendable {
  case values([Value])
  /// A value that is raised as it is.
  case raise(Value)

  static let cancelled = CallOutcome.raise(LuaError.cancelled.value)
}

extension LuaError {
  /// The error that a cancelled script gets at its await.
  static let cancelled = LuaError(
    reason: .raised, message: ServiceError.cancelled.message,
    value: ["code": .string(ServiceError.cancelled.code), "message": .string(ServiceError.cancelled.message)])

  /// True also after `coroutine.wrap`, which puts a position in front of the message that `send` raises.
  var isCancellation: Bool {
    value["code"] == LuaError.cancelled.value["code"] || message.hasSuffix(LuaError.cancelled.message)
  }

  /// The value that is raised in the script that waited for the failed one.
  var raised: Value { value == .none ? .string(message) : value }
}
