/// The argument of a coroutine when it starts.
public enum TaskArgument {
  case none
  /// The action that a script is sending.
  case action
  /// Plain data in byte form.
  case bytes([UInt8])
}
