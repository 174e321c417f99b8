import Foundation
import UDFSync

/// S5: the process at a terminal, from its start until it shows the first page of the rows in its cache.
struct FirstPageCase {
  let rounds: Int
  private let size = 100_000

  func run() async throws -> [Result] {
    let app = try TemporaryApp([
      "app.lua": """
      local udf = require "udf"
      return udf.app {
        name = "bench", features = { udf.sync { name = "rows", key = "id", sort = "-date", lazy = false } },
      }
      """
    ])
    let data = app.folder.appendingPathComponent("data").path
    let cache = SQLiteCache()
    _ = try await cache.open(SyncCollection("rows", folder: "\(data)/sync", sort: ["-date"]))
    var write = CacheWrite()
    write.changes = CacheCase.changes(1, 0..<size)
    write.token = "1"
    _ = try await cache.commit(write)
    await cache.close()
    // The first run reads the file from disk and is not counted. The later runs use the system's file cache.
    let times = try (0...rounds).map { _ in
      try Command.secondsUntil("rows/cached", Command.udfhost, [app.path, "--data", data])
    }
    return [
      Result(
        name: "S5: udfhost app.lua to the first page of \(size)", seconds: Timing.median(Array(times.dropFirst())),
        promise: 0.100)
    ]
  }
}
