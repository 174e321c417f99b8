import UDF
import UDFNetwork
import UDFStorage

/// The collections that one engine synchronizes: a single collection, or all collections of one address.
///
/// The collections of an address share a cache, an outbox and a token. So a ``Mutation`` can change rows of several of
/// them, and a page contains the rows of all.
///
///     let remote = "https://news.example/sync"
///     let database = SyncDatabase(
///       OneOrMore(
///         SyncCollection("articles", collection: "articles", folder: folder, remote: remote),
///         [SyncCollection("tags", collection: "tags", key: "name", folder: folder, remote: remote)]))
public struct SyncDatabase: Sendable, Hashable {
  /// The collections in the order of their names; ``SyncCollection/collection`` is unique among them.
  public let collections: OneOrMore<SyncCollection>

  /// Makes a database of the collections of one address. Folder, address, cache and hosts are those of the first
  /// collection.
  public init(_ collections: OneOrMore<SyncCollection>) {
    let byName = Dictionary(collections.map { ($0.collection, $0) }) { $1 }
    self.collections = OneOrMore(byName.values.sorted { $0.collection < $1.collection }) ?? collections
  }

  public init(_ collection: SyncCollection) { self.init(OneOrMore(collection)) }

  /// Whether requests name the collections.
  public var isNamed: Bool { !collections.head.collection.isEmpty }

  /// The name in messages: the name of a single collection, or the address of several.
  public var name: String { isNamed ? remote ?? collections.head.name : collections.head.name }

  public var folder: String { collections.head.folder }
  public var remote: String? { collections.head.remote }
  public var cache: SyncCollection.Cache { collections.head.cache }
  public var hosts: HostPatterns { collections.head.hosts }

  public subscript(name: String) -> SyncCollection? { collections.first { $0.collection == name } }

  var names: [String] { collections.map(\.collection) }

  /// The name of a collection in messages.
  func title(of collection: String) -> String { self[collection]?.name ?? name }

  /// The field that contains the key of a row; `id` for a collection that the app no longer declares.
  func keyField(of collection: String) -> String { self[collection]?.key ?? "id" }

  /// The fields of a collection's rows that contain keys.
  func keyFields(of collection: String) -> KeyFields {
    KeyFields(self[collection].map { $0.references.merging([$0.key: collection]) { $1 } } ?? [:])
  }

  /// The fields that contain keys of other rows, for each collection with such fields.
  var references: [String: KeyFields] {
    let found = collections.filter { !$0.references.isEmpty }.map { ($0.collection, KeyFields($0.references)) }
    return Dictionary(found) { $1 }
  }

  /// The declared parameters.
  var filter: RowSelection { RowSelection(Dictionary(collections.map { ($0.collection, $0.filter) }) { $1 }) }

  var schemas: [String: Int] { Dictionary(collections.map { ($0.collection, $0.schema) }) { $1 } }

  /// The name of the cache's file without its extension: the name of a single collection, or the host and path of an
  /// address, `@news.example_sync`.
  var fileName: String {
    guard isNamed else { return name }
    let address = name.split(separator: "://", maxSplits: 1).last.map(String.init) ?? name
    var file = "@"
    for byte in address.lowercased().utf8.reversed().drop(while: { $0 == UInt8(ascii: "/") }).reversed() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        file.append(Character(Unicode.Scalar(byte)))
      case UInt8(ascii: "/"): file += "_"
      // Escapes `_`, which replaces a slash, and characters that some file systems do not allow.
      default: file += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    guard file.utf8.count > Self.mostFileName else { return file }
    var checksum = Checksum()
    checksum.add(file)
    return "\(file.prefix(Self.mostFileName - 20))+\(String(checksum.value, radix: 16))"
  }

  private static let mostFileName = 150
}

extension SyncCollection {
  /// The collection as it was before it shared an address with others.
  var alone: SyncDatabase {
    var collection = self
    collection.collection = ""
    return SyncDatabase(collection)
  }
}
