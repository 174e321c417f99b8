import Foundation

extension PushRequest {
  /// As it is sent. Rows are taken as they are: to encode them anew would make `1` of `1.0`.
  var json: [UInt8] {
    var bytes = Array("{\"client\":\(quoted(client)),\"schema\":\(schema),\"mutations\":[".utf8)
    for (index, mutation) in mutations.enumerated() {
      let key = quoted(mutation.key.description)
      let head = "{\"id\":\(mutation.number),\"op\":\"\(mutation.operation.rawValue)\",\"key\":\(key)"
      bytes += Array("\(index == 0 ? "" : ",")\(head)".utf8)
      if let body = mutation.body { bytes += Array(",\"row\":".utf8) + body }
      bytes += Array("}".utf8)
    }
    return bytes + Array("]}".utf8)
  }

  private func quoted(_ text: String) -> String {
    // A string can always be encoded.
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }
}
