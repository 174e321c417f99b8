import Foundation

@testable import UDFSync

/// Heads and records as format 1 has them: one client name for all mutations, in the head.
enum FirstFormat {
  static func head(_ contents: CacheContents, of collection: SyncCollection, client: String) -> String {
    var head = CacheHead(contents, of: SyncDatabase(collection))
    (head.format, head.client) = (1, client)
    return head.json
  }

  static func record(_ mutation: Mutation) -> String { withoutIdentity(MutationRecord(mutation).json) }
  static func record(_ letter: DeadLetter) -> String { withoutIdentity(MutationRecord(letter).json) }

  private static func withoutIdentity(_ json: String) -> String {
    guard var fields = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] else { return json }
    (fields["client"], fields["number"]) = (nil, nil)
    let data = try? JSONSerialization.data(withJSONObject: fields)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? json
  }
}
