/// A pattern of links to a route: a path with parts `:name` that match any text, and required values in the query.
///
///     let pattern = try LinkPattern("/articles/:id")
///     try pattern.params(of: Link("app://news/articles/7?tab=comments"))   // ["id": "7", "tab": "comments"]
///     try pattern.params(of: Link("/favorites"))                           // nil
///     try pattern.link(["id": "7", "tab": "a b"])                          // "/articles/7?tab=a%20b"
///     try pattern.takesSameLinks(as: LinkPattern("/articles/:name"))       // true
///     try LinkPattern("/articles/new").isNarrower(than: pattern)           // true
///
/// A link must have the query items of the pattern, as in `/articles/:id?tab=comments`; these are not parameters. All
/// other query items of a link are parameters.
public struct LinkPattern: Sendable, Equatable, CustomStringConvertible {
  private enum Part: Equatable {
    case text(String)
    case param(String)
  }

  /// The text of the pattern.
  public let description: String
  private let parts: [Part]
  private let query: [String: String]

  /// Parses a pattern.
  ///
  /// - Throws: ``LinkError/Kind/malformedPattern``.
  public init(_ text: String) throws(LinkError) {
    let link = try Link(text, as: .malformedPattern)
    description = text
    query = link.query
    parts = link.path.map { $0.hasPrefix(":") ? .param(String($0.dropFirst())) : .text($0) }
    guard text.hasPrefix("/"), !text.hasPrefix("//") else {
      throw LinkError(.malformedPattern, text, "it has a scheme or a host", fix: "begin it with its path: /…")
    }
    guard !parts.contains(.text("")), !parts.contains(.param("")) else {
      throw LinkError(.malformedPattern, text, "a part of its path is empty", fix: "write a text or :name there")
    }
    var seen = Set(query.keys)
    for case .param(let name) in parts where !seen.insert(name).inserted {
      throw LinkError(.malformedPattern, text, "it has \(name) twice", fix: "give each param its own name")
    }
  }

  /// Returns the parameters of a link to this route as texts; `nil` if the link does not match.
  ///
  /// - Throws: ``LinkError/Kind/malformedLink``, if path and query contain the same parameter.
  public func params(of link: Link) throws(LinkError) -> [String: String]? {
    guard link.path.count == parts.count, query.allSatisfy({ link.query[$0.key] == $0.value }) else { return nil }
    var params: [String: String] = [:]
    for (part, text) in zip(parts, link.path) {
      switch part {
      case .text(let own): if own != text { return nil }
      case .param(let name):
        if text.isEmpty { return nil }
        params[name] = text
      }
    }
    for (name, value) in link.query where query[name] == nil {
      guard params.updateValue(value, forKey: name) == nil else {
        throw LinkError(
          .malformedLink, link.description, "its path and its query both give \(name)", fix: "leave it out of the query"
        )
      }
    }
    return params
  }

  /// The parameters in the path, in their order.
  package var names: [String] { parts.compactMap { if case .param(let name) = $0 { name } else { nil } } }

  /// Returns the link to this route. Parameters outside of the path become query items, in the order of their names.
  ///
  /// - Throws: ``LinkError/Kind/unfitParams``, if the path lacks a parameter, or the pattern's query has one.
  public func link(_ params: [String: String]) throws(LinkError) -> String {
    var rest = params
    var path = ""
    for part in parts {
      switch part {
      case .text(let text): path += "/" + encode(text)
      case .param(let name):
        guard let value = rest.removeValue(forKey: name), !value.isEmpty else {
          throw LinkError(.unfitParams, description, "the param \(name) is missing or empty", fix: "give it a text")
        }
        path += "/" + encode(value)
      }
    }
    for (name, value) in query {
      guard rest.updateValue(value, forKey: name) == nil else {
        throw LinkError(.unfitParams, description, "\(name) is always \"\(value)\"", fix: "leave it out of the params")
      }
    }
    let pairs = rest.sorted { $0.key < $1.key }.map { "\(encode($0.key))=\(encode($0.value))" }
    return (path.isEmpty ? "/" : path) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// Whether both patterns match the same links, even with other parameter names. An app can use only one of them.
  public func takesSameLinks(as other: LinkPattern) -> Bool {
    query == other.query && parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { $0 == $1 || isParam($0) && isParam($1) }
  }

  /// Whether this pattern is tried before the other: `/articles/new` before `/articles/:id`, and a pattern with more
  /// required query items before one with fewer. The order is the same in every process.
  public func isNarrower(than other: LinkPattern) -> Bool {
    guard parts.count == other.parts.count else { return parts.count > other.parts.count }
    for (one, another) in zip(parts, other.parts) where isParam(one) != isParam(another) { return isParam(another) }
    guard query.count == other.query.count else { return query.count > other.query.count }
    return description < other.description
  }

  private func isParam(_ part: Part) -> Bool { if case .param = part { true } else { false } }

  /// Percent-encodes all characters but letters, digits and `-._~`, so that the text has no special meaning in a link.
  private func encode(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
      return isPlain ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}
