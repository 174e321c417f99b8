/// The request line and the headers of an HTTP request.
struct RequestHead: Sendable {
  let method: String
  /// The path without the query.
  let path: String
  private let headers: [(name: String, value: String)]

  /// Returns nil if the bytes are not an HTTP/1 request.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return nil }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    var headers: [(name: String, value: String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append((line[..<colon].lowercased(), String(value)))
    }
    self.headers = headers
  }

  /// Returns the value of a header by its name in lower case; nil unless the request contains the header once.
  func value(of name: String) -> String? {
    let values = headers.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }
}
