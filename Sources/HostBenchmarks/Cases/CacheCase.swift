import Foundation
import UDF
import UDFSync

/// S1 to S4: a commit of many rows and of one row, the first page, all rows, and a seed.
struct CacheCase {
  let rounds: Int
  private let size = 100_000
  private let commits = 500

  func run() async throws -> [Result] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udfbench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await writing(folder, sort: nil) + writing(folder, sort: "date") + reading(folder) + seeding(folder)
  }

  /// Rows of about 350 bytes with the given version.
  static func changes(_ version: Int64, _ range: Range<Int>) -> [RowChange] {
    let text = String(repeating: "lorem ipsum ", count: 20)
    return range.map { number in
      let id = "article-\(number)"
      let body = """
        {"id":"\(id)","title":"The \(number)th of many","date":"2026-\(10 + number % 3)-\(10 + number % 19)",\
        "version":\(version),"text":"\(text)"}
        """
      return .put(SyncRow(RowKey(id), version: version, body: Array(body.utf8)))
    }
  }

  private func writing(_ folder: String, sort: String?) async throws -> [Result] {
    let name = sort ?? "unsorted"
    let cache = SQLiteCache()
    _ = try await cache.open(SyncCollection(name, folder: folder, sort: sort.map { ["-\($0)"] } ?? []))
    let floor = BareSQLite("\(folder)/\(name)-floor.sqlite", sort: sort)
    var (ours, bare): ([Double], [Double]) = ([], [])
    // Round 0 inserts the rows and is not measured. The other rounds update them.
    for round in 0...rounds {
      var write = CacheWrite()
      write.changes = Self.changes(Int64(round + 1), 0..<size)
      write.token = "\(round)"
      let time = try await Timing.secondsAwaiting { [write] in _ = try await cache.commit(write) }
      let floorTime = Timing.seconds { floor.write(write.changes) }
      if round > 0 {
        ours.append(time)
        bare.append(floorTime)
      }
    }
    let rows = Result(
      name: "S1: \(size) changed rows\(sort.map { ", by \($0)" } ?? "")", seconds: Timing.median(ours),
      floor: Timing.median(bare), floorName: "prepared statement in a loop, same journal and indexes", promise: 1.5)
    let version = Int64(rounds + 2)
    var (one, bareOne): ([Double], [Double]) = ([], [])
    for number in 0..<commits {
      var write = CacheWrite()
      write.changes = Self.changes(version, number..<number + 1)
      write.token = "\(number)"
      one.append(try await Timing.secondsAwaiting { [write] in _ = try await cache.commit(write) })
      bareOne.append(Timing.seconds { floor.write(write.changes) })
    }
    await cache.close()
    return [
      rows,
      Result(
        name: "S1: one row a commit\(sort.map { ", by \($0)" } ?? "")", seconds: Timing.median(one),
        floor: Timing.median(bareOne), floorName: "the same with the bare statement"),
    ]
  }

  private func reading(_ folder: String) async throws -> [Result] {
    let collection = SyncCollection("date", folder: folder, sort: ["-date"])
    var (first, all): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let cache = SQLiteCache()
      first.append(
        try await Timing.secondsAwaiting {
          _ = try await cache.open(collection)
          _ = try await cache.firstRows(50)
        })
      all.append(
        try await Timing.secondsAwaiting {
          var position = RowPosition.start
          while let last = try await cache.rows(after: position, limit: 2000).last {
            position = RowPosition(revision: last.revision, key: last.key)
          }
        })
      await cache.close()
    }
    return [
      Result(name: "S2: open and first 50 of \(size)", seconds: Timing.median(first), promise: 0.020),
      Result(name: "S3: all \(size), checked", seconds: Timing.median(all)),
    ]
  }

  private func seeding(_ folder: String) async throws -> [Result] {
    let path = "\(folder)/seed.ndjson"
    var lines = Data()
    for case .put(let row) in Self.changes(0, 0..<size) {
      lines += row.body
      lines.append(UInt8(ascii: "\n"))
    }
    try lines.write(to: URL(fileURLWithPath: path))
    var times: [Double] = []
    for _ in 0..<rounds { times.append(try await Timing.secondsAwaiting { _ = try await FileSeed(path).seed() }) }
    return [Result(name: "S4: seed of \(size) lines", seconds: Timing.median(times), promise: 1)]
  }
}
