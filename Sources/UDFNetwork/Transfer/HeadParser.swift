/// Parses the header lines of a response. It skips interim responses (1xx) and trailers.
struct HeadParser {
  /// The maximum number of lines: the status line and 256 headers. Lines of interim responses and trailers count too.
  private static let maxLines = 257
  private static let maxLineBytes = 80 << 10

  private var lines = 0
  private var status: Int?
  private var fields: [(name: String, value: String)] = []
  /// Whether the head of the final response is complete.
  private(set) var isComplete = false

  /// Adds a line with its line end. Returns the head if this line completes it.
  mutating func add(_ bytes: UnsafeRawBufferPointer) throws(HeadProblem) -> HTTPResponse? {
    guard bytes.count <= HeadParser.maxLineBytes else { throw .tooLarge }
    var line = bytes[...]
    while let last = line.last, last == 10 || last == 13 { line.removeLast() }
    if !line.isEmpty { lines += 1 }
    guard lines <= HeadParser.maxLines else { throw .tooLarge }
    guard !isComplete else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    if status == nil {
      status = try HeadParser.status(text)
    } else if line.isEmpty {
      return try complete()
    } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      guard !fields.isEmpty else { throw .malformed("the first header line is a continuation") }
      fields[fields.count - 1].value += " " + HeadParser.trimmed(text[...])
    } else {
      guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
        throw .malformed("header line without a name and a colon")
      }
      fields.append((String(text[..<colon]), HeadParser.trimmed(text[colon...].dropFirst())))
    }
    return nil
  }

  private mutating func complete() throws(HeadProblem) -> HTTPResponse? {
    var response = HTTPResponse(status: status ?? 0)
    for field in fields { response.headers.add(field.name, field.value) }
    status = nil
    fields = []
    guard response.status != 101 else { throw .malformed("the server switches to another protocol unasked") }
    guard response.status >= 200 else { return nil }
    isComplete = true
    try HeadParser.checkLength(response.headers)
    return response
  }

  private static func status(_ line: String) throws(HeadProblem) -> Int {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, ["HTTP/1.0", "HTTP/1.1", "HTTP/2"].contains(parts[0]), parts[1].count == 3,
      let status = Int(parts[1]), status >= 100
    else { throw .malformed(HeadProblem.statusLine) }
    return status
  }

  /// Rejects an ambiguous length, because proxies and clients could disagree on where the response ends.
  private static func checkLength(_ headers: HTTPHeaders) throws(HeadProblem) {
    let lengths = headers.values("Content-Length")
    guard lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
      throw .malformed(HeadProblem.length)
    }
    guard Set(lengths).count <= 1, lengths.isEmpty || headers["Transfer-Encoding"] == nil else {
      throw .malformed("unexpected content-length header")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else {
      return ""
    }
    return String(text[first...last])
  }
}
