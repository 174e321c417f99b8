/// A link from outside of the app: its decoded path and query, without scheme, host and fragment.
///
///     let link = try Link("app://news/articles/7?tab=comments")
///     link.path    // ["articles", "7"]
///     link.query   // ["tab": "comments"]
///
/// A `+` in the query is a space, as browsers write it. A slash at the end of the path is ignored.
public struct Link: Sendable, Equatable, CustomStringConvertible {
  typealias Bytes = Substring.UTF8View

  /// The text of the link.
  public let description: String
  /// The parts of the path.
  public let path: [String]
  /// The values of the query by name. A name without a value has an empty value.
  public let query: [String: String]

  /// Parses a link: `scheme://host/path?query`, or only path and query.
  ///
  /// - Throws: ``LinkError/Kind/malformedLink``.
  public init(_ text: String) throws(LinkError) { self = try Link(text, as: .malformedLink) }

  init(_ text: String, as kind: LinkError.Kind) throws(LinkError) {
    description = text
    let whole = Substring(text).utf8.prefix { $0 != UInt8(ascii: "#") }
    let query = whole.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    var rest = whole.prefix { $0 != UInt8(ascii: "?") }
    // A colon after the first slash belongs to the path.
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      rest[end] == UInt8(ascii: ":")
    {
      rest = rest[rest.index(after: end)...]
    }
    let hasHost = rest.starts(with: "//".utf8)
    if hasHost { rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") } }
    guard hasHost || rest.first == UInt8(ascii: "/") else {
      throw LinkError(kind, text, "it has no path", fix: "write /path or scheme://host/path")
    }
    let decoder = LinkDecoder(text: text, kind: kind)
    path = try decoder.path(rest)
    self.query = try decoder.pairs(query)
  }
}
