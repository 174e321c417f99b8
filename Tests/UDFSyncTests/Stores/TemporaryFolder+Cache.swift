import FolderTesting
import Foundation
import UDFSync

extension TemporaryFolder {
  func collection(schema: Int = 1, sort: [String] = []) -> SyncCollection {
    SyncCollection("articles", schema: schema, folder: path, sort: sort)
  }

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
