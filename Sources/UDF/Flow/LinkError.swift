/// Why a link could not be read or made. That a link fits no pattern is no error: it is unknown.
public struct LinkError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What could not be done.
  public enum Kind: Sendable, Equatable {
    /// The text is no link.
    case malformedLink
    /// The text is no pattern of links.
    case malformedPattern
    /// These params make no link.
    case unfitParams
  }

  /// What could not be done, for a program.
  public let kind: Kind
  /// The text for a person, two lines.
  public let description: String

  init(_ kind: Kind, _ text: String, _ problem: String, fix: String) {
    self.kind = kind
    let subject = kind == .malformedLink ? "link" : "link pattern"
    description = "\(subject) \(text): \(problem)\n  To fix this, \(fix)"
  }
}
