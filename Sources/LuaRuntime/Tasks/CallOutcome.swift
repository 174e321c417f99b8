/// The result of an await: values, or an error that is raised in the script.
package enum CallOutcome: Sendable {
  /// The awaited work, run on any thread.
  package typealias Work = @Sendable () async -> CallOutcome

  case values([Value])
  /// A value that is raised unchanged.
  case raise(Value)

  package static let cancelled = CallOutcome.raise(LuaError.cancelled.value)
}
