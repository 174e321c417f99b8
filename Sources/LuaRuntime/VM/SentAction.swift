/// What the host did with an action that a script sent. Has the numbers of `lk_sent`.
public enum SentAction: Int32, Sendable {
  case taken
  /// The script gets the error of ``LuaMachine/refuse(_:)``.
  case refused
  /// The sending task waits until it is resumed, which it may only if ``LuaMachine/canAwait`` is true.
  case suspended
}
