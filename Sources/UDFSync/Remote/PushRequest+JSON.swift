import Foundation

extension PushRequest {
  /// The JSON text of the request. Rows keep their bytes: encoding them again would change `1.0` to `1`.
  var json: [UInt8] {
    var bytes = Array("{\"client\":\(client.quoted),\(schemaMember),\"mutations\":[".utf8)
    for (index, mutation) in mutations.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += mutation.json
    }
    return bytes + Array("]}".utf8)
  }

  private var schemaMember: String {
    if let schema = schemas[""] { return "\"schema\":\(schema)" }
    let members = schemas.sorted { $0.key < $1.key }.map { "\($0.key.quoted):\($0.value)" }
    return "\"schemas\":{\(members.joined(separator: ","))}"
  }

  /// The maximum size of a request without its mutations, in bytes.
  static let frameBytes = 256
}

extension Mutation {
  fileprivate var json: [UInt8] {
    let id = "{\"id\":\(number),"
    guard parts.count > 1 else { return Array(id.utf8) + parts.head.members + Array("}".utf8) }
    var bytes = Array("\(id)\"op\":\"all\",\"all\":[".utf8)
    for (index, part) in parts.enumerated() {
      bytes += Array((index == 0 ? "{" : ",{").utf8) + part.members + Array("}".utf8)
    }
    return bytes + Array("]}".utf8)
  }
}

extension Mutation.Part {
  /// The members of the part's JSON object.
  fileprivate var members: [UInt8] {
    let collection = key.collection.isEmpty ? "" : "\"collection\":\(key.collection.quoted),"
    let bytes = Array(
      "\(collection)\"op\":\"\(operation.rawValue)\",\"key\":\(key.key.description.quoted)".utf8)
    return body.map { bytes + Array(",\"row\":".utf8) + $0 } ?? bytes
  }
}

extension String {
  fileprivate var quoted: String {
    // Encoding a string never fails.
    String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self)
  }
}
