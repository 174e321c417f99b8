import UDFHost

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// An app in a temporary folder, which is removed when the object is released.
final class TemporaryApp {
  let folder: URL

  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("udfbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appendingPathComponent("app.lua").path }

  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func host(
    isolation: isolated (any Actor)? = #isolation, _ change: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> AppHost {
    var configuration = HostConfiguration(app: path)
    configuration.watch = .off
    configuration.memoryLimit = 4 << 30  // a million entities need more than the default
    change(&configuration)
    return try AppHost(configuration, isolation: isolation)
  }

  /// An app of one feature.
  static func feature(_ text: String) throws -> TemporaryApp {
    try TemporaryApp([
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "bench", features = { udf.feature { \(text) } } }
      """
    ])
  }
}
