/// Something that answers an action, for help.
public struct ActionAnswer: Sendable, Equatable {
  public enum Kind: String, Sendable {
    /// A view event that becomes the action.
    case event
    case reducer, effect
    /// A screen event for the flow that the action is.
    case emits
  }

  public var kind: Kind
  public var feature: String
  /// Where its function is written, nil of one in Swift, of a use case that is bound, and of what is none.
  public var file: String?
  public var line: Int?
  /// The name of the event.
  public var name: String?

  public init(_ kind: Kind, feature: String, file: String? = nil, line: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.feature = feature
    self.file = file
    self.line = line
    self.name = name
  }
}
