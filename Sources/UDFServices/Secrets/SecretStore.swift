import LuaRuntime

/// The texts of secrets, and the tokens that replace them. The texts are only in memory. Confined to the host's owner.
///
/// Fields that are declared secret are sealed, that is, replaced by tokens, before any other code receives the action. So
/// reducers, and all code that shows or stores values, have only tokens. Only services receive the texts.
package final class SecretStore {
  private var texts: [[UInt8]: [UInt8]] = [:]
  private var tokens: [[UInt8]: [UInt8]] = [:]
  private var count: UInt64 = 0
  /// Whether the app declares a secret field.
  package var isUsed = false

  package init() {}

  /// Removes all texts. Their tokens can no longer be revealed.
  package func forget() { (texts, tokens) = ([:], [:]) }

  // MARK: sealing

  /// Replaces each text or number that the type declares secret by a token. A token stays as it is. Other secret values become
  /// `false`, which the type check rejects.
  package func sealed(_ value: Value, as type: FieldType) -> Value {
    switch (type, value) {
    case (.secret, _): sealed(value)
    case (.optional(let type), _): sealed(value, as: type)
    case (.list(let item), .list(let items)): .list(items.map { sealed($0, as: item) })
    case (.record(let fields), .map(let record)):
      .map(Record(record.map { ($0.key, sealed($0.value, as: fields[$0.key] ?? .any)) }))
    default: value
    }
  }

  /// Replaces a value that is declared secret by a token.
  package func sealed(_ value: Value) -> Value {
    switch value {
    case .none, .null: value
    case .string(let text): .bytes(token(of: Array(text.utf8)))
    case .bytes(let bytes): Secret.isToken(bytes) ? value : .bytes(token(of: bytes))
    case .integer, .number: sealed(.string(value.description))
    // The type check rejects this value, and its error must not show the original one.
    default: .boolean(false)
    }
  }

  private func token(of text: [UInt8]) -> [UInt8] {
    if let token = tokens[text] { return token }
    count += 1
    let token = Secret.token(count)
    (tokens[text], texts[token]) = (token, text)
    return token
  }

  // MARK: revealing

  /// Replaces tokens by their texts, including tokens within other texts. Throws a ``ServiceError`` if a token is unknown.
  package func revealed(_ value: Value) throws(ServiceError) -> Value {
    switch value {
    case .bytes(let bytes):
      var isKnown = true
      let text = Secret.replacing(bytes) { token in
        if let text = texts[token] { return text }
        isKnown = false
        return []
      }
      guard isKnown else {
        throw ServiceError(
          code: "secret",
          message: "a secret is not known any more: it was wiped, or it came from a saved state or a recorded session\n"
            + "  To fix this, ask for it again")
      }
      return text.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(text)
    case .list(let items):
      var result: [Value] = []
      for item in items { result.append(try revealed(item)) }
      return .list(result)
    case .map(let record):
      var result: [(String, Value)] = []
      for (key, value) in record { result.append((key, try revealed(value))) }
      return .map(Record(result))
    default: return value
    }
  }

  /// The texts of all known tokens in a value.
  package func texts(in value: Value) -> [String] {
    switch value {
    case .bytes(let bytes):
      var found: [String] = []
      _ = Secret.replacing(bytes) { token in
        found += [texts[token].map { String(decoding: $0, as: UTF8.self) }].compactMap(\.self)
        return token
      }
      return found
    case .list(let items): return items.flatMap(texts)
    case .map(let record): return record.flatMap { texts(in: $0.value) }
    default: return []
    }
  }

  // MARK: texts

  /// Hides all known secrets in a text from another source, such as a line that the user has typed.
  package func hidden(_ text: String) -> String {
    isUsed
      ? texts.values.map { String(decoding: $0, as: UTF8.self) }.reduce(text) { SecretStore.hiding($1, in: $0) } : text
  }

  /// Hides a secret in a text. A secret of fewer than four characters is hidden only if it is in quotes.
  package static func hiding(_ secret: String, in text: String) -> String {
    if secret.isEmpty { return text }
    let quotes = text.replacing("\"\(secret)\"", with: "\"secret\"").replacing("'\(secret)'", with: "'secret'")
    return secret.count < 4 ? quotes : quotes.replacing(secret, with: "secret")
  }
}
