/// The reason why a link could not be parsed or made. A link that matches no pattern is not an error; it is unknown.
///
///     do { _ = try Link("news") } catch { print(error) }   // link news: it has no path …
public struct LinkError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of the failed operation.
  public enum Kind: Sendable, Equatable {
    /// The text is not a link.
    case malformedLink
    /// The text is not a link pattern.
    case malformedPattern
    /// A link cannot be made of these parameters.
    case unfitParams
  }

  /// The kind, for programs.
  public let kind: Kind
  /// The text for people, two lines.
  public let description: String

  init(_ kind: Kind, _ text: String, _ problem: String, fix: String) {
    self.kind = kind
    let subject = kind == .malformedLink ? "link" : "link pattern"
    description = "\(subject) \(text): \(problem)\n  To fix this, \(fix)"
  }
}
