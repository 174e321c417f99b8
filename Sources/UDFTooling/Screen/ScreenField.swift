import LuaRuntime

/// A label and a value, which one may be able to write.
public struct ScreenField: Sendable, Equatable {
  public let label: String
  public let value: String
  /// What the field is written by; by itself the label in small letters, with `-` for spaces.
  public let key: String
  /// The value is not to be seen.
  public let isSecret: Bool
  /// The event that writing raises, with what was written as `text`: `feature.event`, or one of the scene; nil: it cannot
  /// be written.
  public let event: String?
  public let fields: Record

  /// The key that a field has by itself.
  public static func key(of label: String) -> String {
    // A label may be data, which must not command the terminal that shows the key in an error.
    let words = label.lowercased().unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .control: true
      // The two that only join letters and emoji stay.
      case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
      default: scalar.properties.isWhitespace
      }
    }
    return words.map { String($0) }.joined(separator: "-")
  }
}
