import LuaRuntime

extension HostService {
  /// `cx.services.json`: plain data as text and back.
  static var json: HostService {
    HostService(
      "json", doc: "JSON. null is udf.null, [] is udf.list {}, and integers and floats stay apart.",
      [
        ServiceMethod(
          "encode", ["value": "any", "pretty": "boolean?"], returns: "string",
          doc: "A value as JSON, its keys in order; pretty puts each item on a line of its own."
        ) { call in
          var writer = JSONWriter(isPretty: call["pretty"] == true)
          do throws(JSONRefusal) { try writer.write(call["value"], at: "value") } catch {
            throw ServiceError(
              code: "json", message: "json.encode: \(error.place) cannot be written as JSON: \(error.reason)")
          }
          return .string(writer.text)
        },
        ServiceMethod("decode", ["text": "string"], returns: "any", doc: "The value that a JSON text is.") { call in
          do throws(JSONProblem) { return try JSONReader.value(of: call.bytes("text")) } catch {
            throw ServiceError(code: "json", message: "json.decode: \(error.text)")
          }
        },
      ])
  }
}
