import LuaRuntime

/// The result of an await: values, or an error that is raised in the script.
package enum CallOutcome: Sendable {
  case values([Value])
  /// A value that is raised as it is.
  case raise(Value)

  package static let cancelled = CallOutcome.raise(LuaError.cancelled.value)
}
