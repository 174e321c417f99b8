import UDFNetwork

/// An answer of the server, with the request that it belongs to.
struct CheckedAnswer {
  let sent: String
  let status: Int
  let headers: HTTPHeaders
  let body: [UInt8]

  /// The answer in one line, shortened.
  var came: String {
    let etag = headers["ETag"].map { " ETag: \($0)" } ?? ""
    let text = Self.shortened(String(decoding: body.prefix(2000), as: UTF8.self))
    return "\(status)\(etag)\(text.isEmpty ? "" : " \(text)")"
  }

  var etag: String? { headers["ETag"] }

  /// One line of at most 300 characters.
  static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
    return line.count > 300 ? "\(line.prefix(300))…" : line
  }
}
