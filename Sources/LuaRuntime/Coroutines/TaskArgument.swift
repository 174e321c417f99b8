/// What a coroutine is given when it starts.
public enum TaskArgument {
  case none
  /// The action that a script sends right now.
  case action
  /// Plain data in byte form.
  case bytes([UInt8])
}
