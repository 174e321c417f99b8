import FolderTesting
import LogTesting
import Platform
import Testing

@testable import UDFLog

@Suite("actions that an earlier run left in the outbox", .timeLimit(.minutes(5)))
struct LeftOverTests {
  private let folder: TemporaryFolder
  private let outbox: LogOutbox

  init() throws {
    folder = try TemporaryFolder()
    outbox = LogOutbox(folder("outbox.sqlite"), log: "shop")
  }

  private func add(_ host: String, _ number: Int64, _ action: LogAction = LogAction([1])) {
    outbox.add(LogRun(EntryName(host, number), action, epoch: nil))
  }

  @Test(
    "end at the last position that any of them has, and the refused ones stay", arguments: EngineKind.allCases)
  func refused(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    // The log has this one already and confirms it last, at its old position.
    add("z", 1)
    #expect(await bench.log().append(LogBatch(EntryName("z", 1), [LogAction([1])], epoch: nil)) == .committed(1))
    for number in 1...3 { add("b", Int64(number)) }
    add("c", 1)
    add("c", 2, LogAction([UInt8](repeating: 0, count: LogAction.sizeLimit + 1)))
    add("c", 3)
    outbox.flush()
    var problems: [String] = []
    let end = await outbox.appendLeftOver(
      besides: "d", to: bench.log(), pause: 0.01, onBatch: { _ in }, onProblem: { problems.append($0) })
    #expect(end == 5)
    #expect(try await outbox.leftOver(besides: "d").map(\.first) == [EntryName("c", 2)])
    #expect(
      problems.count == 1 && problems[0].hasPrefix("actions of an earlier run, c, were not appended"), "\(problems)")
  }

  @Test("are reported once if the log answers but has no space")
  func full() async throws {
    add("a", 1)
    outbox.flush()
    let engine = FullEngine()
    let problems = Guarded<[String]>([])
    let task = Task { [outbox] in
      await outbox.appendLeftOver(
        besides: "d", to: ActionLog(engine), pause: 0.001, onBatch: { _ in },
        onProblem: { text in problems.withLock { $0.append(text) } })
    }
    while engine.attempts.withLock({ $0 < 6 }) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(await task.value == 0)
    #expect(
      problems.withLock { $0 } == [
        "actions of an earlier run wait, and this host appends its own after them: full: has no space left"
      ])
  }
}
