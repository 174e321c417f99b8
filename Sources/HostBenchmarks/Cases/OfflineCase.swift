import Foundation
import UDF
import UDFSync

/// Changes that are made while the server cannot be reached: what one costs when many wait beside what it costs when few do.
struct OfflineCase {
  /// Changes of which the cost is measured, at the beginning and at the end.
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
    /// Processor seconds of a change with everything that follows from it, all threads.
    func seconds(of changes: Int) async throws -> Double {
      let start = Timing.processorSeconds
      for _ in 0..<changes {
        let (operation, key) = change(number)
        try await engine.mutate(operation, EntityKey(key), body: Self.body(key, number, operation))
        try await reader.takeAll()
        number += 1
      }
      return (Timing.processorSeconds - start) / Double(changes)
    }
    // Pages, statements and allocators warm up; one row has something to be patched.
    try await engine.mutate(.put, EntityKey("article"), body: Self.body("article", 0, .put))
    _ = try await seconds(of: window)
    let first = try await seconds(of: window)
    // Many at once are written together, which takes less time than a commit for each.
    while number < count - window {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<min(1000, count - window - number) {
          let (operation, key) = change(number)
          let body = Self.body(key, number, operation)
          group.addTask { try await engine.mutate(operation, EntityKey(key), body: body) }
          number += 1
        }
        try await group.waitForAll()
      }
      try await reader.takeAll()
    }
    let last = try await seconds(of: window)
    await engine.stop()
    return Result(
      name: "S6: \(count) edits of \(what) queued offline, CPU", seconds: last, floor: first,
      beside: "one of the first 1000", promise: 2)
  }

  private static func body(_ key: String, _ number: Int, _ operation: Mutation.Operation) -> [UInt8] {
    if operation == .patch { return Array(#"{"n\#(number % 10)":\#(number)}"#.utf8) }
    let text = String(repeating: "lorem ipsum ", count: 20)
    return Array(#"{"id":"\#(key)","version":\#(number),"text":"\#(text)"}"#.utf8)
  }

  /// Takes rows as they are shown, as a feature does.
  private struct Reader {
    let engine: SyncEngine
    var place: DeliveryPlace?

    mutating func takeAll() async throws {
      while let delivery = try await engine.next(after: place, limit: 2000) { place = delivery.place }
    }
  }

  /// A server that is not there.
  private struct Unreachable: RemoteStore {
    struct Core: SyncCore {
      let instances = Instances()
      func dependency(_ collection: SyncCollection) -> any RemoteStore { Unreachable() }
    }

    func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { throw failure }
    func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply { throw failure }

    private var failure: RemoteFailure { RemoteFailure(.unavailable, "rows: the server cannot be reached") }
  }
}
