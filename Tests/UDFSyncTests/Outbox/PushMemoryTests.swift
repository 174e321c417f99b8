#if os(Linux)
  import FolderTesting
  import Foundation
  import Platform
  import Testing
  import UDF

  @testable import UDFSync

  @Suite("The memory of pending changes") struct PushMemoryTests {
    private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// The most memory that this process has had so far, in bytes.
    private static var peakMemory: Int {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    }

    /// A server that keeps only how large its rows are, and whose line is cut until it is mended.
    private final class Server: RemoteStore {
      private struct Contents {
        var isReachable = false
        var rows: [RowKey] = []
        var largest = 0
      }

      private let contents = Guarded(Contents())
      private let size: Int

      init(size: Int) { self.size = size }

      var largest: Int { contents.withLock { $0.largest } }

      func mend() { contents.withLock { $0.isReachable = true } }

      func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
        try reach()
        let bytes = request.json.count
        contents.withLock { contents in
          contents.rows += request.mutations.map(\.key)
          contents.largest = max(contents.largest, bytes)
        }
        return PushReply(request.mutations.map { ($0.id, .applied) })
      }

      func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply {
        try reach()
        let since = request.token.flatMap { Int($0.dropFirst()) } ?? 0
        let (keys, count) = contents.withLock { (Array($0.rows.dropFirst(since).prefix(request.limit)), $0.rows.count) }
        let changes = keys.enumerated().map { offset, key in
          RowChange.put(
            SyncRow(key, version: Int64(since + offset + 1), body: PushMemoryTests.body(key.description, size)))
        }
        let next = since + keys.count
        return .page(
          PullPage(next: "T\(next)", hasMore: next < count, changes: changes, mutation: Int64(next)))
      }

      private func reach() throws(RemoteFailure) {
        if !contents.withLock(\.isReachable) { throw .unreachable }
      }
    }

    fileprivate static func body(_ key: String, _ size: Int) -> [UInt8] {
      json(key, String(repeating: "x", count: size))
    }

    struct Core: SyncCore {
      let instances = Instances()
      let remote: any RemoteStore
      func dependency(_ database: SyncDatabase) -> any RemoteStore { remote }
    }

    @Test(
      "a hundred megabytes that wait and are pushed use less than 64 MB, and each request at most one",
      .enabled(if: !isSanitized, "a sanitizer keeps memory that was freed"))
    func hundredMegabytes() async throws {
      await #expect(processExitsWith: .success) {
        let (count, size) = (500, 200_000)
        let folder = try TemporaryFolder()
        let server = Server(size: size)
        let engine = SyncEngine(
          SyncCollection("articles", folder: folder.path), core: Core(remote: server),
          // What a body holds is no matter here, and to read it takes long in a debug build.
          options: SyncOptions(merge: { _, patch in patch }))
        await engine.open()
        for number in 0..<10 { _ = PushMemoryTests.body("\(number)", size) }
        let resting = PushMemoryTests.peakMemory
        for number in 0..<count {
          let key = "k\(number)"
          try await engine.mutate(.put, RowKey(key), body: PushMemoryTests.body(key, size))
        }
        #expect(await engine.status.pending == count)
        server.mend()
        while await engine.status.pending > 0 { await engine.pull(force: true) }
        #expect(server.largest <= 1 << 20 && server.largest > 800_000)
        let taken = PushMemoryTests.peakMemory - resting
        #expect(taken < 64 << 20, "\(taken >> 20) MB")
        await engine.stop()
      }
    }
  }
#endif
