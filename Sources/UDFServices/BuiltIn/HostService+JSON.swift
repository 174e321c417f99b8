import LuaRuntime

extension HostService {
  /// `cx.services.json`: converts plain data to JSON text and back.
  static var json: HostService {
    HostService(
      "json", doc: "JSON. null is udf.null, [] is udf.list {}, and integers and floats are different types.",
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
        ServiceMethod(
          "decode", ["text": "string", "nulls": "boolean?"], returns: "any",
          doc: "Parses a JSON text. nulls = false: fields that are null are nil instead."
        ) { call in
          do throws(JSONProblem) {
            let value = try JSONReader.value(of: call.bytes("text"))
            return call["nulls"] == false ? value.withoutNulls : value
          } catch {
            throw ServiceError(code: error.code, message: "json.decode: \(error.text)")
          }
        },
      ])
  }
}
