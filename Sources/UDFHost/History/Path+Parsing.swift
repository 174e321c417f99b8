import LuaRuntime

extension Path {
  /// Parses `a.b[1]["odd key"]`; an empty text is the whole state. Throws a ``HostError`` for other texts.
  ///
  ///     try Path("cart.items[1]").keys    // [.key("cart"), .key("items"), .index(1)]
  public init(_ text: String) throws {
    guard let path = Path(parsing: text) else {
      throw HostError(usage: "\(text): this is not a path; write it as cart.items[1].qty")
    }
    self = path
  }

  /// Parses a path that a person has typed. It may begin with `state.`.
  package init(typed text: String) throws { try self.init(text.hasPrefix("state.") ? String(text.dropFirst(6)) : text) }
}
