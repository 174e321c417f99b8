/// Something that scripts may reach beyond the app's folder.
public struct Grant: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A file or folder.
    case files
  }

  public var kind: Kind
  public var value: String

  public init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }
}
