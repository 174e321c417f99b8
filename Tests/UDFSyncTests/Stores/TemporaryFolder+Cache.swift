import FolderTesting
import Foundation
import UDFSync

extension TemporaryFolder {
  func collection(schema: Int = 1, sort: [String] = []) -> SyncCollection {
    SyncCollection("articles", schema: schema, folder: path, sort: sort)
  }

  /// The collections of an address by these names, or the one without a name.
  func database(_ names: [String] = ["articles", "tags"], schema: Int = 1, sort: [String] = []) -> SyncDatabase {
    let collections = names.map { name in
      SyncCollection(
        name.isEmpty ? "articles" : name, collection: name, schema: schema, folder: path,
        remote: "https://news.test/sync", sort: sort)
    }
    return SyncDatabase(OneOrMore(collections[0], Array(collections.dropFirst())))
  }

  /// The file of the cache of ``database(_:schema:sort:)``.
  var sharedFile: String { self("@news.test_sync.sqlite") }

  /// The file of the cache of ``collection(schema:sort:)``.
  var file: String { self("articles.sqlite") }

  /// The names of its files in order, without those of locks.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasSuffix(".lock") }.sorted()
  }

  /// Sets the time of a file's last change, in days from now.
  func touch(_ name: String, days: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: days * 86_400)], ofItemAtPath: self(name))
  }
}
