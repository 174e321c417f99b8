import HostTesting
import Ownership
import Platform
import Testing
import UDF
import UDFTooling

@testable import UDFHost
@testable import UDFTooling

@Suite("calls of a host from another thread")
struct OwnerCallTests {
  @Test("are refused with their names and change nothing, if they can throw")
  func throwing() async throws {
    let app = try Self.app()
    let file = app.folder("state.json")
    nonisolated(unsafe) let (host, counter) = (app.host, try app.host.native(Tally.self))
    let refusals = try await onOwnThread {
      let calls: [(String, () throws -> Void)] = [
        ("send(_:_:origin:)", { try host.send("counter/inc") }),
        ("send(_:origin:)", { try counter.send(.add) }),
        ("native(_:named:)", { _ = try host.native(Tally.self) }),
        ("event(_:_:)", { try host.event("counter.tap") }),
        ("raise(_:_:on:)", { try host.raise("tap") }),
        ("evaluate(_:name:line:)", { if case .failed(let error) = host.evaluate("1") { throw error } }),
        ("reload(reset:)", { if let error = host.reload(reset: true).error { throw error } }),
        ("value(at:)", { _ = try host.value(at: "counter.count") }),
        ("subscribe(at:_:)", { _ = try host.subscribe(at: "counter.count") { _ in } }),
        ("values(at:)", { _ = try host.values(at: "counter.count") }),
        ("subscribe(at:_:)", { _ = try host.observed(at: "counter.count") }),
        ("history(_:last:)", { _ = try host.history(HistoryFilter()) }),
        ("changes(after:upTo:)", { _ = try host.changes(after: 0) }),
        ("blame(_:)", { _ = try host.blame("counter.count") }),
        ("view(of:)", { _ = try host.view(of: "counter") }),
        ("views()", { _ = try host.views() }),
        ("computed(_:)", { _ = try host.computed() }),
        ("undo(_:)", { try host.undo() }),
        ("redo(_:)", { try host.redo() }),
        ("resume()", { try host.resume() }),
        ("visit(action:)", { try host.visit(action: 0) }),
        ("returnToLive()", { try host.returnToLive() }),
        ("replay()", { _ = try host.replay() }),
        ("replay(_:)", { _ = try host.replay(1...1) }),
        ("save(to:)", { try host.save(to: file) }),
        ("load(from:)", { try host.load(from: file) }),
        ("record(to:)", { try host.record(to: file) }),
        ("open(link:)", { try host.open(link: "/") }),
        ("screen(rows:)", { _ = try host.screen(rows: 1..<2) }),
        ("screenState(of:)", { _ = try host.screenState() }),
        ("tap(_:on:)", { try host.tap(1, on: Screen(name: "", id: nil, elements: [])) }),
        ("type(_:into:on:)", { try host.type("", into: "", on: Screen(name: "", id: nil, elements: [])) }),
        ("back()", { try host.back() }),
      ]
      return calls.compactMap { name, call in
        let message = failure(call)
        return message.hasPrefix("\(name): only the task that made this host may call it\n")
          ? nil : "\(name): \(message)"
      }
    }
    #expect(refusals == [])
    #expect(app.host.history.count == 1)
    #expect(try app.state("counter.count") == 1)
    #expect(app.reloads.isEmpty)
  }

  @Test("do nothing and return what an empty host would, if they cannot throw")
  func quiet() async throws {
    let app = try Self.app()
    nonisolated(unsafe) let (host, tally) = (app.host, try app.host.native(Tally.self))
    try tally.send(.add)
    host.handle.send("counter/inc")
    let answers = try await onOwnThread {
      host.poll()
      host.stop()
      host.forgetCosts()
      host.waitForEngines(seconds: 0)
      host.isProfiling = true
      host.tracesEffects = true
      for subscription in [host.observe { _ in }, host.subscribe { _ in }, tally.subscribe { _ in }] {
        subscription.cancel()
      }
      return [
        host.history.isEmpty, host.features.isEmpty, host.services.isEmpty, host.files.isEmpty, host.name.isEmpty,
        host.generation == 0, host.actionTypes.isEmpty, host.answers(to: "counter/inc").isEmpty, host.screens.isEmpty,
        host.keys(at: "").isEmpty, host.watchedFiles.isEmpty, host.costs.isEmpty, host.flow == nil,
        host.navigation == nil, host.nextDue == nil, host.pastAction == nil, host.waiting.isNone,
        !host.isSettled, !host.settle(timeout: 0), !host.tracesEffects, !host.isProfiling,
        tally.state.sum == 0,
      ]
    }
    #expect(!answers.contains(false), "\(answers)")
    #expect(try app.state("counter.count") == 1)
    #expect(tally.state.sum == 1)
    #expect(!host.tracesEffects && !host.isProfiling)
    host.poll()
    #expect(try app.state("counter.count") == 2)
    #expect(app.actions.count == 3)
  }

  @Test("through a navigation that the owner has passed on are refused too")
  func navigation() async throws {
    let app = try News.host()
    nonisolated(unsafe) let navigation = try #require(app.host.navigation)
    let refusals = try await onOwnThread {
      let calls: [(String, () throws -> Void)] = [
        ("push(_:_:)", { try navigation.push("login") }), ("replace(_:_:)", { try navigation.replace("login") }),
        ("present(_:_:)", { try navigation.present("login") }), ("pop()", { try navigation.pop() }),
        ("popTo(_:)", { try navigation.popTo("list") }), ("dismiss()", { try navigation.dismiss() }),
        ("resume()", { try navigation.resume() }),
      ]
      let messages = calls.map { name, call in (name, failure(call)) }
      return messages.filter { !$1.hasPrefix("\($0): only the task that made this host may call it\n") }.map(\.1)
        + (navigation.path.isEmpty && navigation.link() == nil ? [] : ["a read is answered"])
    }
    #expect(refusals == [])
    #expect(app.routes == ["list"])
  }

  @Test("by a middleware that passes its action on return nothing")
  func middleware() async throws {
    nonisolated(unsafe) var seen: SeenAction?
    let app = try TestHost(["counter": Source.counter]) {
      $0.middleware = [
        HostMiddleware("keeper", after: { seen = $0 })
      ]
    }
    try app.host.send("counter/inc")
    nonisolated(unsafe) let action = try #require(seen)
    #expect(action.value(at: "counter.count") == 1)
    let isRefused = try await onOwnThread {
      action.send("counter/inc")
      return action.value(at: "counter.count") == .none && action.before("counter.count") == .none
        && action.changes.isEmpty
    }
    #expect(isRefused)
    #expect(try app.state("counter.count") == 1)
  }

  @Test("are reported once, if they cannot throw")
  func report() async throws {
    let reports = Guarded<[String]>([])
    let owner = Owner(nil)
    let calls = ForeignCalls(to: owner) { error in reports.withLock { $0.append(error.message) } }
    #expect(owner.isCurrent)
    let isElsewhere = try await onOwnThread {
      calls.report("poll()")
      calls.report("stop()")
      return !owner.isCurrent
    }
    #expect(isElsewhere)
    #expect(reports.withLock(\.count) == 1)
    #expect(reports.withLock { $0.first?.hasPrefix("poll(): only the task") } == true)
  }

  private static func app() throws -> TestHost {
    let app = try TestHost([
      "counter": Source.counter,
      "app": """
      local udf = require "udf"
      return udf.app { name = "test", features = { require "counter", udf.native "tally" } }
      """,
    ]) { $0.features = [Tally()] }
    try app.host.send("counter/inc")
    return app
  }
}

private struct Tally: NativeFeature {
  struct State { var sum = 0 }
  enum Action: Codable, Sendable { case add }

  let name = "tally"
  let initialState = State()
  let actions: Record = ["add": [:]]
  let fields: [StateField<State>] = [.value("sum", \.sum)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    state.sum += 1
    return .none
  }
}
