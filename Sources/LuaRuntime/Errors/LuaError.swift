import LuaKernel

/// An error that a script raised, or the reason why it was stopped.
///
///     do { try machine.call(function) } catch let error { print(error.message) }
public struct LuaError: Error, Sendable, Equatable {
  public enum Reason: Sendable, Equatable {
    /// A script, or the host on its behalf, raised an error.
    case raised
    /// Source text that does not compile.
    case syntax
    /// Source text that ends too early.
    case incomplete
    /// The time budget is spent.
    case budget
    /// The memory limit is reached.
    case memory
    /// The host interrupted the script.
    case cancelled
    /// A reducer stored a value that cannot be state.
    case state
  }

  public var reason: Reason
  /// The whole message; it begins with `file:line:` if the position is known.
  public var message: String
  public var traceback: String?
  /// The error value as plain data if it was a table; otherwise `.none`.
  public var value: Value

  public init(reason: Reason, message: String, traceback: String? = nil, value: Value = .none) {
    self.reason = reason
    self.message = message
    self.traceback = traceback
    self.value = value
  }

  init(_ status: lk_status, of machine: OpaquePointer) {
    reason =
      switch status {
      case LK_SYNTAX: .syntax
      case LK_INCOMPLETE: .incomplete
      case LK_BUDGET: .budget
      case LK_MEMORY: .memory
      case LK_CANCELLED: .cancelled
      case LK_STATE: .state
      default: .raised
      }
    message = lk_error_message(machine).printedText
    let trace = lk_error_traceback(machine).printedText
    traceback = trace.isEmpty ? nil : trace
    value = lk_error_value(machine).value
  }
}
