/// The source of an action.
public enum Origin: String, Sendable, BitwiseCopyable, CaseIterable {
  case prompt, event, effect, sync, native
  /// Another host sent the action, through the shared log.
  case log

  /// Whether a person sends actions with this origin.
  var isUser: Bool { self == .prompt || self == .event }
}
