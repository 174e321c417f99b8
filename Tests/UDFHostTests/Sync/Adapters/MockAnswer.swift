import LuaRuntime
import UDFServices

/// What a mock server answers.
struct MockAnswer {
  var status = 200
  var json = Value.none
  var headers: [String: String] = [:]

  var text: String {
    var writer = JSONWriter()
    if json != .none { try? writer.write(json, at: "json") }
    let fields = [
      "Content-Type": "application/json", "Content-Length": "\(writer.text.utf8.count)", "Connection": "close",
    ]
    let lines = fields.merging(headers) { $1 }.map { "\($0.key): \($0.value)\r\n" }.sorted()
    return "HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n\(writer.text)"
  }
}
