import LuaRuntime
import UDFServices

/// What a script gets for what it has waited for.
enum CallOutcome: Sendable {
  case values([Value])
  /// A value that is raised as it is.
  case raise(Value)

  static let cancelled = CallOutcome.raise(LuaError.cancelled.value)
}

extension LuaError {
  /// What a script that is cancelled sees at its await.
  static let cancelled = LuaError(
    reason: .raised, message: ServiceError.cancelled.message,
    value: ["code": .string(ServiceError.cancelled.code), "message": .string(ServiceError.cancelled.message)])

  /// Also where it has passed `coroutine.wrap`, which puts a position in front of what `send` raises.
  var isCancellation: Bool {
    value["code"] == LuaError.cancelled.value["code"] || message.hasSuffix(LuaError.cancelled.message)
  }

  /// What is raised in a script that has waited for the one that failed.
  var raised: Value { value == .none ? .string(message) : value }
}
