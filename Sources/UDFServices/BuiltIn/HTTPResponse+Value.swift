import LuaRuntime
import Platform
import UDFNetwork

extension HTTPResponse {
  /// The response as a table for scripts, with `json` if the body is JSON. Invalid JSON is an error only if the script requires JSON
  /// and the status is 2xx.
  func value(for request: HTTPRequest, _ options: Record) throws(HTTPFailure) -> Value {
    let isJSON = options["json"] == true
    var fields = Record()
    for (name, value) in headers.fields {
      let name = name.lowercased()
      fields[name] = .string(fields[name].text.map { "\($0), \(value)" } ?? value)
    }
    do throws(MemoryShortage) { try MemoryCharge.current?.add(2 * body.count) } catch { throw .memory(request, error) }
    let text = body.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(body)
    var answer: Record = [
      "status": .integer(Int64(status)), "ok": .boolean((200...299).contains(status)), "headers": .map(fields),
      "body": text, "url": .string(url),
    ]
    if !body.isEmpty, isJSON || hasJSONType {
      do throws(JSONProblem) {
        let value = try JSONReader.value(of: body)
        answer["json"] = options["nulls"] == false ? value.withoutNulls : value
      } catch {
        // A gateway may send an HTML page, also with the Content-Type of JSON. The script can still use status and body.
        guard isJSON && answer["ok"] == true || error.isShortage else { return .map(answer) }
        throw HTTPFailure(
          error.isShortage ? .memory : .badResponse,
          "\(request.method) \(request.url): the answer (\(status)) cannot be read as JSON: \(error.text); "
            + (error.isShortage ? "ask for less" : "correct the server, or leave json out and use body"))
      }
    }
    return .map(answer)
  }

  private var hasJSONType: Bool {
    let type = headers["Content-Type"]?.prefix { $0 != ";" }.lowercased().filter { $0 != " " } ?? ""
    return type == "application/json" || type.hasSuffix("+json")
  }
}
