import Foundation
import UDF
import UDFSync

/// S6: edits while the server is unreachable. Compares the cost of an edit with a long queue to the cost with a short queue.
struct OfflineCase {
  /// The number of edits that are measured at the beginning and at the end.
  private let window = 500

  func run() async throws -> [Result] {
    [
      try await result(10_000, "rows of their own") { number in (.put, "article-\(number)") },
      try await result(100_000, "rows of their own") { number in (.put, "article-\(number)") },
      try await result(10_000, "one row") { _ in (.patch, "article") },
    ]
  }

  private func result(
    _ count: Int, _ what: String, _ change: (Int) -> (operation: Mutation.Operation, key: String)
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udfbench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let engine = SyncEngine(SyncCollection("rows", folder: folder), core: Unreachable.Core())
    var reader = Reader(engine: engine)
    var number = 0
    /// The processor seconds of one edit and of all work that it causes, in all threads.
    func seconds(of changes: Int) async throws -> Double {
      let start = Timing.processorSeconds
      for _ in 0..<changes {
        let (operation, key) = change(number)
        try await engine.mutate(operation, RowKey(key), body: Self.body(key, number, operation))
        try await reader.readAll()
        number += 1
      }
      return (Timing.processorSeconds - start) / Double(changes)
    }
    // Warms up pages, statements and allocators, and inserts the row for the patches.
    try await engine.mutate(.put, RowKey("article"), body: Self.body("article", 0, .put))
    _ = try await seconds(of: window)
    let first = try await seconds(of: window)
    // Concurrent edits share a commit, which is faster than a commit for each edit.
    while number < count - window {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<min(1000, count - window - number) {
          let (operation, key) = change(number)
          let body = Self.body(key, number, operation)
          group.addTask { try await engine.mutate(operation, RowKey(key), body: body) }
          number += 1
        }
        try await group.waitForAll()
      }
      try await reader.readAll()
    }
    let last = try await seconds(of: window)
    await engine.stop()
    return Result(
      name: "S6: \(count) edits of \(what) queued offline, CPU", seconds: last, floor: first,
      floorName: "one of the first 1000", promise: 2)
  }

  private static func body(_ key: String, _ number: Int, _ operation: Mutation.Operation) -> [UInt8] {
    if operation == .patch { return Array(#"{"n\#(number % 10)":\#(number)}"#.utf8) }
    let text = String(repeating: "lorem ipsum ", count: 20)
    return Array(#"{"id":"\#(key)","version":\#(number),"text":"\#(text)"}"#.utf8)
  }

  /// Reads the rows of the engine like a feature.
  private struct Reader {
    let engine: SyncEngine
    var place: DeliveryPlace?

    mutating func readAll() async throws {
      while let delivery = try await engine.next(after: place, limit: 2000) { place = delivery.place }
    }
  }

  /// A server that cannot be reached.
  private struct Unreachable: RemoteStore {
    struct Core: SyncCore {
      let instances = Instances()
      func dependency(_ database: SyncDatabase) -> any RemoteStore { Unreachable() }
    }

    func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { throw failure }
    func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply { throw failure }

    private var failure: RemoteFailure { RemoteFailure(.unavailable, "rows: the server cannot be reached") }
  }
}
