import HostTesting
import Testing
import UDFHost

@Suite("a handle")
struct HandleTests {
  private static let log = Source.feature(
    "name = 'log', state = { lines = udf.list {} }, reduce = { add = function(s, a) table.insert(s.lines, a.text) end }"
  )

  @Test("queues actions of many threads, those of each thread in their order")
  func manyThreads() async throws {
    let app = try TestHost(["log": Self.log])
    let handle = app.host.handle
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for n in 0..<100 { handle.send("log/add", ["text": .string("\(thread) \(n)")]) } }
      }
    }
    app.host.poll()
    guard case .list(let lines) = try app.state("log.lines") else { return #expect(Bool(false), "no lines") }
    #expect(lines.count == 800)
    for thread in 0..<8 {
      let own = lines.compactMap { if case .string(let text) = $0, text.hasPrefix("\(thread) ") { text } else { nil } }
      #expect(own == (0..<100).map { "\(thread) \($0)" })
    }
    #expect(app.actions.allSatisfy { $0.origin == .native })
  }

  @Test("does nothing after its host was released")
  func outlives() throws {
    var app: TestHost? = try TestHost(["log": Self.log])
    let handle = try #require(app?.host.handle)
    app = nil
    handle.send("log/add", ["text": "late"])
    handle.interrupt()
    handle.onWake {}
  }

  @Test("reports actions that are refused or unknown")
  func refused() throws {
    let app = try TestHost(["counter": Source.counter])
    app.host.handle.send("counter/inc", ["by": "x"])
    app.host.handle.send("counter/icn")
    app.host.handle.send("counter/inc")
    app.host.poll()
    #expect(try app.state("counter.count") == 1)
    #expect(app.actions.map(\.status) == [.rejected, .unhandled, .committed])
    #expect(app.errors.map(\.code) == ["refused", "unhandled"])
  }
}
