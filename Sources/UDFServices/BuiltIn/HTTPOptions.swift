import LuaRuntime
import UDFNetwork

/// The options of a script's request, besides its URL and method.
struct HTTPOptions {
  static let parameters: KeyValuePairs<String, Value> = [
    "headers": "table?", "query": "table?", "body": "string?", "json": "any?", "form": "table?",
    "nulls": "boolean?", "timeout": "number?", "progressTimeout": "number?", "redirects": "integer?",
    "maxBytes": "integer?",
  ]

  /// Headers that control the connection: where a request ends, which server it is for, and what a proxy does. A script could use
  /// them to access hosts that are not granted.
  private static let connection: Set = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-authenticate",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Methods that turn the connection into a tunnel, or that return headers which a proxy has added to the request.
  private static let tunnels: Set = ["CONNECT", "TRACE", "TRACK"]

  /// The problem with the options; nil if they are valid.
  static func problem(_ options: Record) -> String? {
    for (name, value) in options {
      guard let declared = parameters.first(where: { $0.key == name })?.value else {
        return "unknown option \(name).\(didYouMean(name, among: parameters.map(\.key)))"
      }
      guard let problem = try? FieldType(declared).problem(with: value, at: name) else { continue }
      return "\(problem.path) must be \(problem.type.noun), got \(problem.value.shown)"
    }
    return nil
  }

  /// Makes the request. Throws if an option is invalid.
  static func request(_ url: String, method: String, _ options: Record) throws(HTTPOptionError) -> HTTPRequest {
    guard !tunnels.contains(method.uppercased()) else {
      throw HTTPOptionError("the method \(method) is for proxies and not for scripts; write GET, POST, PUT, …")
    }
    var request = HTTPRequest(try address(url, options["query"]), method: method)
    for (name, value) in try named(options["headers"], at: "headers") {
      guard !connection.contains(name.lowercased()) else {
        throw HTTPOptionError("headers.\(name) follows from the url, the body and the connection; leave it out")
      }
      request.headers.add(name, try text(value, at: "headers.\(name)"))
    }
    if let seconds = options["timeout"].double { request.timeout = seconds }
    if let seconds = options["progressTimeout"].double { request.progressTimeout = seconds }
    if case .integer(let count) = options["redirects"] { request.redirects = Int(count) }
    if case .integer(let count) = options["maxBytes"] { request.maxBytes = Int(count) }
    if let (bytes, type) = try body(options) {
      request.body = bytes
      if let type, request.headers["Content-Type"] == nil { request.headers.add("Content-Type", type) }
    }
    return request
  }

  /// The body with its type; nil without one.
  private static func body(_ options: Record) throws(HTTPOptionError) -> (bytes: [UInt8], type: String?)? {
    // `json = true` is about the response.
    let json: Value = if case .boolean = options["json"] { .none } else { options["json"] }
    let bodies = [("body", options["body"]), ("json", json), ("form", options["form"])].filter { $0.1 != .none }
    guard let body = bodies.first else { return nil }
    guard bodies.count == 1 else {
      throw HTTPOptionError("give either \(bodies.map(\.0).joined(separator: " or ")): a request has one body")
    }
    switch body {
    case ("json", let value):
      var writer = JSONWriter()
      do throws(JSONRefusal) { try writer.write(value, at: "json") } catch {
        throw HTTPOptionError("\(error.place) cannot be written as JSON: \(error.reason)")
      }
      return (writer.bytes, "application/json")
    case ("form", let value):
      return (Array(try encoded(named(value, at: "form"), at: "form").utf8), "application/x-www-form-urlencoded")
    case (_, .bytes(let bytes)): return (bytes, nil)
    case (_, let value): return (Array((value.text ?? "").utf8), nil)
    }
  }

  // MARK: names with values

  /// The unreserved characters of RFC 3986 other than letters and digits. They need no percent encoding.
  private static let unreserved = "-._~"

  private static func address(_ url: String, _ query: Value) throws(HTTPOptionError) -> String {
    let query = try named(query, at: "query")
    if query.isEmpty { return url }
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? "#" + parts[1] : ""
    return try parts[0] + (parts[0].contains("?") ? "&" : "?") + encoded(query, at: "query") + fragment
  }

  private static func named(_ value: Value, at place: String) throws(HTTPOptionError) -> Record {
    guard value.items.isEmpty else { throw HTTPOptionError("\(place) must have names as keys, got \(value.shown)") }
    return value.fields
  }

  /// `a=1&b=2`; a list is one pair for each item.
  private static func encoded(_ fields: Record, at place: String) throws(HTTPOptionError) -> String {
    var pairs: [String] = []
    for (name, value) in fields {
      var items = [value]
      if case .list(let list) = value { items = list }
      for item in items {
        let text = try text(item, at: "\(place).\(name)")
        pairs.append("\(name.percentEncoded(keeping: unreserved))=\(text.percentEncoded(keeping: unreserved))")
      }
    }
    return pairs.joined(separator: "&")
  }

  private static func text(_ value: Value, at place: String) throws(HTTPOptionError) -> String {
    switch value {
    case .string(let text): return text
    case .integer, .number, .boolean: return value.description
    default: throw HTTPOptionError("\(place) must be a string, a number or a boolean, got \(value.shown)")
    }
  }
}
