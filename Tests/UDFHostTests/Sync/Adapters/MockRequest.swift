import Foundation
import LuaRuntime
import UDFServices

/// A request as a mock server reads it.
struct MockRequest {
  let method: String
  let path: String
  let query: [String: String]
  /// By their names in small letters.
  let headers: [String: String]
  let json: Value

  /// Reads the text of a whole request; nil: it is not a request.
  init?(_ text: String) {
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3, let url = URLComponents(string: words[1]) else { return nil }
    (method, path) = (words[0], url.path)
    query = Dictionary((url.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    headers = Dictionary(fields) { $1 }
    json = (try? JSONReader.value(of: Array(text[end.upperBound...].utf8))) ?? .none
  }
}
