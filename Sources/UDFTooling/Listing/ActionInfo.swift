/// An action of a feature.
public struct ActionInfo: Sendable, Equatable {
  public struct Field: Sendable, Equatable {
    public var name: String
    /// The type as declared: `string`, `number?`, `{ string }`.
    public var type: String
    /// The possible values, if the type is an enum.
    public var choices: [String]

    public init(name: String, type: String, choices: [String] = []) {
      self.name = name
      self.type = type
      self.choices = choices
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
