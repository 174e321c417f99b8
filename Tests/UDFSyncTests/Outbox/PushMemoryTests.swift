#if os(Linux)
  import FolderTesting
  import Foundation
  import Platform
  import Testing
  import UDF

  @testable import UDFSync

  @Suite("The memory of pending changes") struct PushMemoryTests {
    /// Returns the bytes that are allocated now. A sanitizer keeps freed memory, so that the memory of the process shows
    /// nothing; it counts allocations instead.
    private static let allocated: (@convention(c) () -> Int)? = {
      dlsym(nil, "__sanitizer_get_current_allocated_bytes").map {
        unsafeBitCast($0, to: (@convention(c) () -> Int).self)
      }
    }()

    /// Samples the memory that this process uses, in bytes. Without a sanitizer, it is the maximum so far.
    private static var memory: Int {
      if let allocated { return allocated() }
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    }

    /// A server that stores only the keys of its rows, and cannot be reached until ``mend()``.
    private final class Server: RemoteStore {
      private struct Contents {
        var isReachable = false
        var rows: [RowKey] = []
        var largest = 0
        var memory = 0
      }

      private let contents = Guarded(Contents())
      private let size: Int

      init(size: Int) { self.size = size }

      /// The size of the largest push.
      var largest: Int { contents.withLock { $0.largest } }
      /// The most memory that was in use during a request.
      var memory: Int { contents.withLock { $0.memory } }

      func mend() { contents.withLock { $0.isReachable = true } }

      func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
        try reach()
        let json = request.json
        contents.withLock { contents in
          contents.rows += request.mutations.map(\.key)
          contents.memory = max(contents.memory, PushMemoryTests.memory)
          contents.largest = max(contents.largest, json.count)
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

    @Test("a hundred megabytes that wait and are pushed use less than 64 MB, and each request at most one")
    func hundredMegabytes() async throws {
      await #expect(processExitsWith: .success) {
        let (count, size) = (500, 200_000)
        let folder = try TemporaryFolder()
        let server = Server(size: size)
        let engine = SyncEngine(
          SyncCollection("articles", folder: folder.path), core: Core(remote: server))
        await engine.open()
        for number in 0..<10 { _ = PushMemoryTests.body("\(number)", size) }
        let resting = PushMemoryTests.memory
        var most = resting
        for number in 0..<count {
          let key = "k\(number)"
          try await engine.mutate(.put, RowKey(key), body: PushMemoryTests.body(key, size))
          most = max(most, PushMemoryTests.memory)
        }
        #expect(await engine.status.pending == count)
        server.mend()
        while await engine.status.pending > 0 {
          await engine.pull(force: true)
          most = max(most, PushMemoryTests.memory)
        }
        #expect(server.largest <= 1 << 20 && server.largest > 800_000)
        let taken = max(most, server.memory) - resting
        #expect(taken < 64 << 20, "\(taken >> 20) MB")
        await engine.stop()
      }
    }
  }
#endif
