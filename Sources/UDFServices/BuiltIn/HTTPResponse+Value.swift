import LuaRuntime
import UDFNetwork

extension HTTPResponse {
  /// What a script is given. A body that says it is JSON is read too where it is; throws only if the script relied on that.
  func value(for request: HTTPRequest, isJSON: Bool) throws(HTTPFailure) -> Value {
    var fields = Record()
    for (name, value) in headers.fields {
      let name = name.lowercased()
      fields[name] = .string(fields[name].text.map { "\($0), \(value)" } ?? value)
    }
    let text = body.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(body)
    var answer: Record = [
      "status": .integer(Int64(status)), "ok": .boolean((200...299).contains(status)), "headers": .map(fields),
      "body": text, "url": .string(url),
    ]
    if !body.isEmpty, isJSON || saysJSON {
      do throws(JSONProblem) { answer["json"] = try JSONReader.value(of: body) } catch {
        // Otherwise it may be a gateway's page of HTML under the label of what is behind: status and body still tell.
        guard isJSON else { return .map(answer) }
        throw HTTPFailure(
          .badResponse,
          "\(request.method) \(request.url): the answer (\(status)) cannot be read as JSON: \(error.text); "
            + "correct the server, or leave json out and take body as it is")
      }
    }
    return .map(answer)
  }

  private var saysJSON: Bool {
    let type = headers["Content-Type"]?.prefix { $0 != ";" }.lowercased().filter { $0 != " " } ?? ""
    return type == "application/json" || type.hasSuffix("+json")
  }
}
