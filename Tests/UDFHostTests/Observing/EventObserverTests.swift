import HostTesting
import Testing

@testable import UDFHost

@Suite("observers of a host")
struct EventObserverTests {
  @Test("see the same events in the same order, each until its subscription ends")
  func several() throws {
    let app = try TestHost(["counter": Source.counter])
    var seen: [[String]] = [[], []]
    let subscriptions = (0..<2).map { number in
      app.host.observe { if case .action(let record) = $0 { seen[number].append("\(record.n) \(record.type)") } }
    }
    try app.run("counter.inc{ by = 1 }")
    subscriptions[0].cancel()
    try app.run("counter.inc{ by = 1 }")
    #expect(seen == [["1 counter/inc"], ["1 counter/inc", "2 counter/inc"]])
    #expect(app.actions.count == 2)
    subscriptions[1].cancel()
  }

  @Test("that want no actions receive those that failed, and leave a dispatch its short way")
  func failures() throws {
    let app = try TestHost(["counter": Source.counter])
    app.observe(actions: false)
    #expect(!app.host.tree.isTimed)
    let subscription = app.host.observe { _ in }
    #expect(app.host.tree.isTimed)
    subscription.cancel()
    #expect(!app.host.tree.isTimed)
    try app.run("counter.inc{ by = 1 }")
    _ = app.failure("counter.nothing{}")
    _ = app.failure("dispatch{ type = 'counter/nothing' }")
    #expect(app.actions.map(\.status) == [.unhandled])
  }

  @Test("see which moment is shown, and what was loaded, whoever asked for it")
  func moments() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{ by = 1 }")
    let file = app.folder("state.json")
    try app.host.save(to: file)
    var seen: [String] = []
    let subscription = app.host.observe { event in
      switch event {
      case .moment(let action, _): seen.append(action.map { "#\($0)" } ?? "live")
      case .load(let name, let changes): seen.append("\(name == file) \(changes.count)")
      default: break
      }
    }
    try app.host.visit(action: 0)
    try app.host.returnToLive()
    try app.host.returnToLive()
    try app.run("counter.inc{ by = 1 }")
    try app.host.load(from: file)
    #expect(seen == ["#0", "live", "true 1"])
    subscription.cancel()
  }

  @Test("of another thread are heard at a past point too, one after the other and never inside a script")
  func perform() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{ by = 1 }")
    try app.host.visit(action: 0)
    let order = Order()
    app.host.handle.perform { order.add("first") }
    app.host.handle.perform { order.add("second") }
    #expect(order.all == [])
    app.host.poll()
    #expect(order.all == ["first", "second"])
    app.host.poll()
    #expect(order.all.count == 2)
  }

  private final class Order: @unchecked Sendable {
    private(set) var all: [String] = []
    func add(_ name: String) { all.append(name) }
  }
}
