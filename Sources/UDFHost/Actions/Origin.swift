/// Where an action came from.
public enum Origin: String, Sendable, BitwiseCopyable, CaseIterable {
  case prompt, event, effect, sync, native

  /// Whether a person sends such actions.
  var isUser: Bool { self == .prompt || self == .event }
}
