/// A service that an app's effects can use, for listing and completion.
public struct ServiceInfo: Sendable, Equatable {
  /// A method of a service.
  public struct Method: Sendable, Equatable {
    public var name: String
    /// The names of the arguments in order; nil for a Lua method, which declares none.
    public var parameters: [String]?
    /// How to call it: `files.read(path: string) → string`.
    public var signature: String
    public var doc: String

    public init(name: String, parameters: [String]?, signature: String, doc: String = "") {
      self.name = name
      self.parameters = parameters
      self.signature = signature
      self.doc = doc
    }
  }

  public var name: String
  public var doc: String
  public var methods: [Method]

  public init(name: String, doc: String = "", methods: [Method]) {
    self.name = name
    self.doc = doc
    self.methods = methods
  }
}
