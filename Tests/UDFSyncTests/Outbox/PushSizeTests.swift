import Testing
import UDF

@testable import UDFSync

@Suite("The size of a push") struct PushSizeTests {
  /// Sends changes that were made while the server could not be reached.
  private func pushes(
    _ changes: [(Mutation.Operation, String, [UInt8]?)], options: SyncOptions
  ) async throws -> [PushRequest] {
    let bench = Bench(options: options)
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("first", "")
    await bench.status { $0.phase == .waiting }
    for (operation, key, body) in changes {
      try await bench.engine.mutate(operation, RowKey(key), body: body)
    }
    #expect(await bench.engine.pull() == .changed)
    #expect(await bench.engine.pending().isEmpty)
    return Array(bench.remote.pushes.dropFirst())
  }

  private static func body(_ size: Int) -> [UInt8] {
    let frame = Array(#"{"text":""}"#.utf8)
    return frame.dropLast(2) + [UInt8](repeating: UInt8(ascii: "x"), count: size - frame.count) + frame.suffix(2)
  }

  @Test("changes of ten megabytes are sent in requests of at most one megabyte, in their order")
  func megabyte() async throws {
    let changes = (0..<100).map { (Mutation.Operation.put, "k\($0)", Self.body(100_000)) }
    let pushes = try await pushes(changes, options: SyncOptions(batch: 1000))
    #expect(pushes.flatMap(\.mutations).map(\.id) == Array(1...101))
    #expect(pushes.allSatisfy { $0.json.count <= 1 << 20 })
    // Ten fit into each, so none is cut much earlier than it must be.
    #expect(pushes.count == 10 || pushes.count == 11)
  }

  @Test("a larger change is sent alone, and the changes around it do not wait for each other")
  func alone() async throws {
    let changes: [(Mutation.Operation, String, [UInt8]?)] = [
      (.put, "a", Self.body(100)), (.put, "b", Self.body(5000)), (.put, "c", Self.body(100)), (.delete, "d", nil),
    ]
    let pushes = try await pushes(changes, options: SyncOptions(batchBytes: 2000))
    #expect(pushes.map { $0.mutations.map(\.key.description) } == [["first", "a"], ["b"], ["c", "d"]])
  }

  @Test("keys count as they are written, with every character that JSON escapes")
  func keys() async throws {
    let keys = ["\u{1}", "\"", "\\", "/", "é", "\u{7F}", "😀"].map { String(repeating: $0, count: 100) }
    for key in keys {
      let changes = (0..<40).map { (Mutation.Operation.delete, key + "\($0)", [UInt8]?.none) }
      let pushes = try await pushes(changes, options: SyncOptions(batchBytes: 4000))
      #expect(pushes.flatMap(\.mutations).map(\.id) == Array(1...41))
      #expect(pushes.allSatisfy { $0.json.count <= 4000 }, "\(key.prefix(1).debugDescription)")
    }
  }

  @Test("without a limit of bytes, each change is sent alone")
  func none() async throws {
    let changes = (0..<3).map { (Mutation.Operation.put, "k\($0)", Self.body(50)) }
    #expect(try await pushes(changes, options: SyncOptions(batchBytes: 0)).map(\.mutations.count) == [1, 1, 1, 1])
  }
}
