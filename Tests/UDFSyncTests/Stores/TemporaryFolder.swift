import Foundation
import UDFSync

/// A folder of its own, gone when this is.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("UDFSync-\(UUID().uuidString)").path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func collection(schema: Int = 1, sort: [String] = []) -> SyncCollection {
    SyncCollection("articles", schema: schema, folder: path, sort: sort)
  }

  /// The file of the cache of ``collection(schema:sort:)``.
  var file: String { "\(path)/articles.sqlite" }

  /// Names in it, those of locks left out.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasSuffix(".lock") }.sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))) }

  /// Makes a file as old as if it had been written so many days from now.
  func touch(_ name: String, days: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: days * 86_400)], ofItemAtPath: "\(path)/\(name)")
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}
