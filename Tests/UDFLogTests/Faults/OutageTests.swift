import Foundation
import GRDB
import LogTesting
import Platform
import SeededTesting
import Testing
import UDFStorage

@testable import UDFLog

@Suite("Faults: outage", .timeLimit(.minutes(5))) struct OutageTests {
  @Test(
    "an append to an unreachable server is unknown, and is in the log once after a repetition",
    arguments: EngineKind.servers)
  func unreachable(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let proxy = try LogProxy(to: bench.port, generator: SeededGenerator(seed: 1))
    let log = ActionLog(bench.engine(port: proxy.port, patience: 0.5))
    #expect(await log.append("a", 1, "one") == .committed(1))
    let follower = try await Follower(log, after: log.head().start)
    await follower.live()
    var faults = LogProxy.Faults()
    faults.isCut = true
    proxy.set(faults)
    proxy.cut()
    guard case .unknown(let failure) = await log.append("a", 2, "two") else {
      Issue.record("the outcome is known")
      return
    }
    #expect(failure.code == .unreachable)
    await follower.disconnected()
    proxy.set(LogProxy.Faults())
    #expect(await log.append("a", 2, "two") == .committed(2))
    await follower.received(2)
    #expect(follower.texts == ["one", "two"])
    #expect(follower.failures.count == 1, "the outage is reported more than once")
    follower.cancel()
  }

  @Test("a second append finds out the outcome of a lost response", arguments: EngineKind.servers)
  func lostAnswer(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let proxy = try LogProxy(to: bench.port, generator: SeededGenerator(seed: 1))
    // Longer than the client waits.
    let log = ActionLog(bench.engine(port: proxy.port, patience: 0.4))
    _ = try await log.head()
    var faults = LogProxy.Faults()
    faults.isCut = true
    proxy.set(faults)
    guard case .unknown = await log.append("a", 1, "one") else {
      Issue.record("the outcome is known")
      return
    }
    proxy.set(LogProxy.Faults())
    #expect(await log.append("a", 1, "one") == .committed(1))
    #expect(try await log.texts() == ["one"])
  }

  @Test("a port without a server is named, with what to check", arguments: EngineKind.servers)
  func nothingListens(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let closed = try LogProxy(to: 1, generator: SeededGenerator(seed: 1)).port
    await #expect {
      try await ActionLog(bench.engine(port: closed, patience: 2)).head()
    } throws: { error in
      let text = "\(error)"
      return text.hasPrefix("\(bench.engine(port: closed).name): cannot be reached: ")
        && text.hasSuffix("; check that it runs and that the address is right")
    }
  }

  @Test("a file that another process has locked is busy, and the append is unknown")
  func locked() async throws {
    let bench = try Bench(.sqlite)
    _ = try await bench.log().head()
    let other = try SQLiteStorage.open(bench.folder("log.sqlite"), patience: 5, isShared: true)
    let log = ActionLog(SQLiteLog(bench.folder("log.sqlite"), patience: 0.05))
    let (isLocked, mayEnd, isOver) = (Bell(), Bell(), Bell())
    Thread.detachNewThread {
      try? other.inTransaction(.immediate) { _ in
        isLocked.ring()
        mayEnd.wait()
        return .commit
      }
      isOver.ring()
    }
    isLocked.wait()
    let failure = LogFailure(
      .unreachable, "\(bench.folder("log.sqlite")): is used by another process; close it and try again")
    #expect(await log.append("a", 1, "one") == .unknown(failure))
    // Readers do not wait for a writer.
    #expect(try await log.texts() == [])
    mayEnd.ring()
    isOver.wait()
    #expect(await log.append("a", 1, "one") == .committed(1))
  }

  @Test("a file that is not a log is refused")
  func notALog() async throws {
    let bench = try Bench(.sqlite)
    let path = bench.folder("log.sqlite")
    try bench.folder.save(String(repeating: "longer than the header of a database\n", count: 100), to: "log.sqlite")
    let failure = LogFailure(
      .incompatible, "\(path): is not an action log; name another file, or move this one away to start with a new log")
    #expect(await bench.log().append("a", 1, "one") == .refused(failure))
    try bench.folder.run("rm", "log.sqlite")
    try await SQLiteStorage.open(path, patience: 5).write { try $0.execute(sql: "CREATE TABLE other (a)") }
    #expect(await bench.log().append("a", 1, "one") == .refused(failure))
  }
}
