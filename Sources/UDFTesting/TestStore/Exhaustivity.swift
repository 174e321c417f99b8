/// How much of what happens a test has to say.
public enum Exhaustivity: Sendable {
  /// Everything: each change of the state, each action that effects send, and that no effect is left.
  case on
  /// Only what the test is about: what it does not mention may be as it is.
  case off
}
