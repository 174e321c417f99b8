import HostTesting
import Testing

@testable import UDFHost

@Suite("cancelling an effect")
struct CancelTests {
  /// `slow` sleeps for ten seconds per step, `stop` cancels what its `id` names.
  private static func app(_ body: String = "cx.sleep(10)", policy: String = "(EFFECT)") throws -> TestHost {
    let effect = "function(cx, action) \(body); note(cx, 'ended ' .. tostring(action.n)) end"
    return try TestHost(
      effects: """
            slow = udf.every\(policy.replacing("EFFECT", with: effect)),
            stop = function(cx, action) cx.cancel(action.id) end,
            who = function(cx) note(cx, cx.id .. " " .. cx.generation) end,
        """)
  }

  @Test("works by its action, by the id of its policy, or by its number")
  func names() throws {
    let app = try Self.app()
    try app.run("a.slow{ n = 1 }")
    try app.run("a.stop{ id = 'slow' }")
    #expect(app.host.isSettled)
    let keyed = try Self.app(policy: "(EFFECT, { id = function(action) return action.n end })")
    for n in 1...3 { try keyed.run("a.slow{ n = \(n) }") }
    try keyed.run("a.stop{ id = '2' }")
    keyed.pass(10)
    #expect(try keyed.notes() == ["ended 1", "ended 3"])
    try app.run("a.who()")
    #expect(try app.notes() == ["#3 1"])
    try app.run("a.slow{ n = 2 }")
    // A number is an id of the app's own, never that of a run.
    try app.run("a.stop{ id = 4 }")
    #expect(!app.host.isSettled)
    try app.run("a.stop{ id = '#4' }")
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
    try app.run("a.stop{ id = true }")
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:9: effect of a/stop: cx.cancel takes the id of an effect, a string or a whole number, got boolean true"
      ])
  }

  @Test("resumes what waits: its pcall, then its next await, and its <close> variables")
  func seen() throws {
    let app = try Self.app(
      """
      local guard <close> = setmetatable({}, { __close = function() print("closed") end })
            local ok, problem = pcall(cx.sleep, 10)
            print(problem.code .. ": " .. problem.message)
            local again = select(2, pcall(cx.sleep, 10))
            print(again.code)
            print(select(2, pcall(note, cx, "late")))
            note(cx, "never")
      """)
    try app.run("a.slow{ n = 1 }")
    try app.run("a.stop{ id = 'slow' }")
    #expect(
      app.logs == [
        "info cancelled: the effect was cancelled", "info cancelled", "info the effect was cancelled", "info closed",
      ])
    #expect(try app.notes() == [])
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
  }

  @Test("cancels everything that the effect has spawned, from the inside out")
  func children() throws {
    let app = try Self.app(
      """
      local function guarded(text)
              return function()
                local guard <close> = setmetatable({}, { __close = function() print(text) end })
                cx.sleep(10)
              end
            end
            local guard <close> = setmetatable({}, { __close = function() print("root") end })
            cx.spawn(function() cx.all { guarded("one"), guarded("two") } end)
            cx.sleep(20)
      """)
    try app.run("a.slow{ n = 1 }")
    try app.run("a.stop{ id = 'slow' }")
    #expect(app.logs == ["info one", "info two", "info root"])
    #expect(app.host.isSettled)
    #expect(app.host.nextDue == nil)
  }

  @Test("by itself lets it run until its next await")
  func itself() throws {
    let app = try Self.app("cx.cancel(cx.id); print('still'); cx.sleep(1); print('never')")
    try app.run("a.slow{ n = 1 }")
    #expect(app.logs == ["info still"])
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
  }

  @Test("is enforced by its budget if the effect does not end")
  func stubborn() throws {
    let app = try TestHost(
      effects: """
            slow = function(cx) while true do pcall(cx.sleep, 1) end end,
            stop = function(cx) cx.cancel("slow") end,
        """
    ) { $0.timeBudget = 0.5 }
    try app.run("a.slow()")
    try app.run("a.stop()")
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:8: effect of a/slow: stopped: the time budget of 0.5 s is spent"
      ])
    #expect(app.host.isSettled)
  }

  @Test("reports errors of the clean-up")
  func errorInCleanUp() throws {
    let app = try Self.app("pcall(cx.sleep, 10); error('clean-up failed', 0)")
    try app.run("a.slow{ n = 1 }")
    try app.run("a.stop{ id = 'slow' }")
    #expect(app.errors.map { $0.message.prefix { $0 != "\n" } } == ["a.lua:8: effect of a/slow: clean-up failed"])
  }

  @Test("drops requests that wait in a queue or for a pause")
  func waiting() throws {
    let queue = try TestHost(
      effects: """
            slow = udf.queue(function(cx, action) cx.sleep(1); note(cx, action.n) end),
            late = udf.debounce(1, function(cx, action) note(cx, action.n) end),
            stop = function(cx, action) cx.cancel(action.id) end,
        """)
    try queue.run("for n = 1, 3 do a.slow{ n = n } end; a.late{ n = 4 }")
    try queue.run("a.stop{ id = 'slow' }; a.stop{ id = 'late' }")
    #expect(queue.host.isSettled)
    queue.pass(5)
    #expect(try queue.notes() == [])
  }

  @Test("does not report the error that a service raises afterwards")
  func pattern() throws {
    let app = try TestHost(
      effects: """
            load = udf.latest(function(cx, action)
              local ok = pcall(cx.sleep, 1)
              note(cx, (ok and "loaded " or "failed ") .. action.n)
            end),
        """)
    try app.run("for n = 1, 2 do a.load{ n = n } end")
    app.pass(1)
    #expect(try app.notes() == ["loaded 2"])
    #expect(app.errors.isEmpty)
  }

  @Test("with the policy leading lets the next request start at once")
  func leading() throws {
    let app = try TestHost(
      effects: """
            load = udf.leading(function(cx, action)
              cx.sleep(1)
              if action.n == 1 then cx.cancel("load") end
              note(cx, action.n)
            end),
            again = function(cx) cx.sleep(0.5); cx.cancel("load"); cx.send { type = "load", n = 2 } end,
        """)
    try app.run("a.load{ n = 1 }; a.again()")
    app.pass(0.5)
    app.pass(1)
    #expect(try app.notes() == ["2"])
  }

  @Test("by stopping the host makes its handles do nothing")
  func stoppedHandle() throws {
    let app = try Self.app()
    app.host.handle.send("a/slow")
    app.host.stop()
    app.host.handle.send("a/slow")
    app.host.poll()
    #expect(app.actions.isEmpty)
  }

  @Test("by :reload! or stopping the host leaves nothing running")
  func stop() throws {
    let app = try Self.app(
      "local guard <close> = setmetatable({}, { __close = function() print('closed') end }); cx.sleep(10)")
    try app.run("a.slow{ n = 1 }")
    app.host.reload(reset: true)
    #expect(app.host.isSettled)
    #expect(app.logs.last == "info closed")
    try app.run("a.slow{ n = 2 }")
    app.forgetEvents()
    app.host.stop()
    #expect(app.host.isSettled)
    #expect(app.logs == ["info closed"])
    #expect(failure { try app.host.send("a/slow") } == "a/slow: this host was stopped")
    #expect(app.host.reload(reset: true).error?.message == "reload: this host was stopped")
    #expect(failure { try app.host.load(from: "/dev/null") } == "load: this host was stopped")
  }

  @Test("is visible to the clean-up of a variable that waits, and nothing is reported")
  func awaitInCleanUp() throws {
    let app = try Self.app(
      """
      local guard <close> = setmetatable({}, { __close = function() print("closing"); cx.sleep(1); print("slept") end })
            cx.sleep(10)
      """)
    try app.run("a.slow{ n = 1 }")
    try app.run("a.stop{ id = 'slow' }")
    #expect(app.logs == ["info closing"])
    #expect(app.errors.isEmpty)
    #expect(app.host.isSettled)
  }

  @Test("is not possible during the clean-up after an error: the effect cannot wait then, and the error says so")
  func awaitAfterError() throws {
    let app = try Self.app(
      "local guard <close> = setmetatable({}, { __close = function() cx.sleep(1) end }); cx.sleep(1); error('boom')")
    try app.run("a.slow{ n = 1 }")
    app.pass(1)
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:8: effect of a/slow: cannot await here: only an effect may wait, and not inside a callback of sort or gsub "
          + "or while an error ends it"
      ])
    #expect(app.host.isSettled)
  }

  @Test("is possible only in effects: a reducer that has a context cannot cancel")
  func reducer() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local cx, task
      return udf.feature {
        name = "a",
        reduce = { cancel = function() cx.cancel("slow") end, drop = function() task.cancel() end },
        effects = {
          slow = function(context) cx = context; task = cx.spawn(function() cx.sleep(10) end); cx.sleep(10) end,
        },
      }
      """
    ])
    try app.run("a.slow()")
    #expect(app.failure("a.cancel()").hasPrefix("a.lua:5: a/cancel: cx.cancel works only in an effect\n"))
    #expect(app.failure("a.drop()").hasPrefix("a.lua:5: a/drop: task.cancel works only in an effect\n"))
    #expect(!app.host.isSettled)
  }

  @Test("by stopping the host inside an effect lets no other effect start")
  func stopInside() throws {
    let app = try Self.app("print('stop'); pcall(cx.sleep, 1); cx.send { type = 'slow' }")
    let subscription = app.host.observe { [unowned app] event in
      if case .log(_, "stop", _) = event { app.host.stop() }
    }
    try app.run("a.slow{ n = 1 }")
    subscription.cancel()
    #expect(app.logs == ["info stop"])
    #expect(app.host.isSettled)
  }

  @Test("leaves no object behind")
  func freed() throws {
    let app = try Self.app("cx.spawn(function() cx.all { function() cx.sleep(10) end } end); cx.sleep(10)")
    try app.run("a.slow{ n = 1 }")
    weak let root = app.host.effects.tasks[1]
    weak let run = root?.run
    weak let spawned = app.host.effects.tasks[2]
    #expect(root != nil && run != nil && spawned != nil)
    try app.run("a.stop{ id = 'slow' }")
    app.pass(10)
    #expect(root == nil && run == nil && spawned == nil)
  }

  @Test("leaves no object if the host is released during an effect")
  func freedWithHost() throws {
    var app: TestHost? = try Self.app("cx.spawn(function() cx.all { function() cx.sleep(10) end } end); cx.sleep(10)")
    try app?.run("a.slow{ n = 1 }")
    weak let root = app?.host.effects.tasks[1]
    weak let run = root?.run
    #expect(root != nil && run != nil)
    app = nil
    #expect(root == nil && run == nil)
  }

  @Test("leaves no timers after a thousand races with a timeout")
  func timers() throws {
    let app = try TestHost(
      effects: """
            go = function(cx)
              for _ = 1, 1000 do cx.race { function() cx.sleep(0) end, function() cx.sleep(3600) end } end
              note(cx, "through")
            end,
        """)
    try app.run("a.go()")
    weak let loser = app.host.effects.tasks[3]
    #expect(loser != nil)
    for _ in 1...1000 { app.host.poll() }
    #expect(try app.notes() == ["through"])
    #expect(loser == nil)
  }

  @Test("works for 20,000 coroutines that wait inside one another")
  func deep() throws {
    let app = try Self.app(
      """
      local function nest(depth)
              if depth == 0 then cx.sleep(10) else cx.all { function() nest(depth - 1) end } end
            end
            nest(20000)
      """)
    try app.run("a.slow{ n = 1 }")
    while app.host.nextDue == 0 { app.host.poll() }
    #expect(app.host.nextDue == 10)
    try app.run("a.stop{ id = 'slow' }")
    while app.host.nextDue == 0 { app.host.poll() }
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
    // A host that is released meanwhile releases them.
    try app.run("a.slow{ n = 2 }")
    while app.host.nextDue == 0 { app.host.poll() }
  }

  @Test("by an undo affects effects of the undone action at their await, and not those of earlier actions")
  func undone() throws {
    let app = try TestHost(
      effects: """
            early = function(cx) cx.sleep(1); note(cx, "early") end,
            late = udf.queue(function(cx)
              local ok, problem = pcall(cx.sleep, 1)
              print(problem and problem.code)
              note(cx, "late")
            end),
            slow = udf.debounce(1, function(cx) note(cx, "slow") end),
        """)
    try app.run("a.early{}")
    try app.run("a.late{}")
    _ = try app.host.undo()
    #expect(app.logs == ["info cancelled"])
    try app.run("a.slow{}")
    _ = try app.host.undo()
    app.pass(1)
    #expect(try app.notes() == ["early"])
    #expect(app.errors.isEmpty)
    #expect(app.host.isSettled)
  }

  @Test("costs one lookup each for ten thousand effects in a row")
  func flat() throws {
    let app = try Self.app(policy: "(EFFECT, { id = function(action) return action.n end })")
    try app.run("for n = 1, 10000 do a.slow{ n = n } end")
    try app.run("for n = 1, 10000 do a.stop{ id = n } end")
    #expect(app.host.effects.namedRuns.visited == 10_000)
    #expect(app.host.effects.namedLanes.visited == 10_000)
    #expect(app.host.isSettled && app.host.effectsInFlight == [])
  }
}
