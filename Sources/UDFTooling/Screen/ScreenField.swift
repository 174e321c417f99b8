import LuaRuntime

/// A label with a value, which may be editable.
public struct ScreenField: Sendable, Equatable {
  public let label: String
  public let value: String
  /// The name by which the field is written. By default it is the label in lower case, with `-` for spaces.
  public let key: String
  /// Whether the value must not be visible.
  public let isSecret: Bool
  /// The event that writing raises, with the new text as `text`: `feature.event`, or an event of the scene; nil: the
  /// field is read-only.
  public let event: String?
  public let fields: Record

  /// Returns the default key of a field with this label.
  public static func key(of label: String) -> String {
    // A label may be data, and errors print the key, so the key must not contain terminal control characters.
    let words = label.lowercased().unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .control: true
      // Zero-width joiners and non-joiners stay, because they only join letters and emoji.
      case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
      default: scalar.properties.isWhitespace
      }
    }
    return words.map { String($0) }.joined(separator: "-")
  }
}
