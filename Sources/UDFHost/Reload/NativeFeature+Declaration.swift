import LuaRuntime

extension NativeFeature {
  /// Returns the first declared action that does not fit a Codable `Action`, and why; nil if all fit.
  ///
  /// Not checked: actions that the feature converts by hand, and fields whose declared type is not exact.
  func mismatch(with schemas: [String: ActionSchema]) -> (action: String, text: String)? {
    for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
      if let text = mismatch(of: name, with: schema.fields) { return (name, text) }
    }
    return nil
  }

  private func mismatch(of name: String, with fields: [(name: String, type: FieldType)]) -> String? {
    guard fields.allSatisfy(\.type.isExact) else { return nil }
    // With all fields, and without the optional ones.
    for isWhole in [true, false] {
      let given = fields.filter { isWhole || !$0.type.isOptional }
      let sample = Record(given.map { ($0.name, $0.type.sample) })
      let made: Action
      do { made = try action(name, PackedRecord(sample)) } catch {
        guard let error = error as? ValueCodingError, error.isOfShape else { return nil }
        return "\(error)"
      }
      guard let encodable = made as? any Encodable & Decodable,
        let plain = try? ValueEncoder().action(encodable), let own = try? self.plain(made),
        plain.name == own.name, plain.fields == own.fields
      else { return nil }
      if let lost = given.first(where: { plain.fields[$0.name] == .none }) {
        return "it has no \"\(lost.name)\".\(didYouMean(lost.name, among: plain.fields.map(\.key)))"
      }
    }
    return nil
  }
}
