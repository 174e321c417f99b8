/// An action of a feature.
public struct ActionInfo: Sendable, Equatable {
  public struct Field: Sendable, Equatable {
    public var name: String
    /// As declared: `string`, `number?`, `{ string }`.
    public var type: String

    public init(name: String, type: String) {
      self.name = name
      self.type = type
    }
  }

  public var name: String
  public var fullName: String
  public var fields: [Field]
  /// Whether `actions` declares it, so that its fields are checked.
  public var declared: Bool

  public init(name: String, fullName: String, fields: [Field], declared: Bool) {
    self.name = name
    self.fullName = fullName
    self.fields = fields
    self.declared = declared
  }
}
