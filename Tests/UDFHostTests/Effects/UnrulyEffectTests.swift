import HostTesting
import Testing

@testable import UDFHost

@Suite("an unruly effect")
struct UnrulyEffectTests {
  private static func firstLines(_ app: TestHost) -> [String] {
    app.errors.map { String($0.message.prefix { $0 != "\n" }) }
  }

  @Test("that sends an action which cancels it ends there")
  func cancelsItself() throws {
    let app = try TestHost(
      effects: """
            go = udf.latest(function(cx, action)
              if action.again then return end
              local ok, problem = pcall(function()
                cx.all { function() cx.sleep(1) end, function() cx.send { type = "stop" }; print("sent"); cx.sleep(1) end }
              end)
              print(tostring(ok) .. " " .. problem.code)
              print(pcall(cx.send, { type = "go", again = true }))
              print("end")
            end),
            stop = function(cx) cx.cancel("go") end,
        """)
    try app.run("a.go()")
    #expect(app.logs == ["info false cancelled", "info false\tthe effect was cancelled", "info end"])
    #expect(app.errors.isEmpty)
    #expect(app.host.isSettled)
  }

  @Test("that starts itself endlessly is reported as a loop, and the host continues")
  func startsItself() throws {
    let app = try TestHost(effects: #"go = function(cx) cx.send { type = "go" } end,"#)
    try app.run("a.go()")
    #expect(app.errors.map(\.code) == ["loop"])
    app.host.poll()
    #expect(app.host.isSettled)
    #expect(try app.run("1 + 1") == 2)
    let patient = try TestHost(effects: #"go = function(cx) cx.sleep(0); cx.send { type = "go" } end,"#)
    try patient.run("a.go()")
    for _ in 1...100 { patient.host.poll() }
    #expect(patient.errors.isEmpty)
    #expect(try patient.run("1 + 1") == 2)
  }

  @Test("can wait inside coroutine.wrap inside pcall inside cx.race, and all of it is cancelled")
  func wrapped() throws {
    let app = try TestHost(
      effects: """
            go = function(cx)
              local function inner()
                local guard <close> = setmetatable({}, { __close = function() print("closed") end })
                coroutine.yield("first")
                cx.race { function() cx.sleep(5) end, function() cx.sleep(6) end }
                return "second"
              end
              local next = coroutine.wrap(function() return select(2, pcall(inner)) end)
              print(next())
              local result = next()
              print(type(result) == "table" and result.code or result)
            end,
            stop = function(cx) cx.cancel("go") end,
        """)
    try app.run("a.go()")
    app.pass(5)
    try app.run("a.go()")
    try app.run("a.stop()")
    #expect(app.logs == ["info first", "info closed", "info second", "info first", "info closed", "info cancelled"])
    #expect(app.errors.isEmpty)
    #expect(app.host.isSettled)
  }

  @Test("with errors in the clean-up of its variables is reported once, with the first error")
  func errorsInClosing() throws {
    let app = try TestHost(
      effects: """
            go = function(cx)
              local a <close> = setmetatable({}, { __close = function() error("outer", 0) end })
              cx.all {
                function()
                  local b <close> = setmetatable({}, { __close = function() error("inner", 0) end })
                  cx.sleep(1)
                end,
                function()
                  local c <close> = setmetatable({}, { __close = function() error("other", 0) end })
                  cx.sleep(2)
                end,
              }
            end,
        """)
    try app.run("a.go()")
    app.pass(1)
    #expect(Self.firstLines(app) == ["a.lua:17: effect of a/go: other"])
    #expect(app.host.isSettled)
  }

  @Test("that is stopped by its budget inside cx.all ends the other functions too")
  func budgetInAll() throws {
    let app = try TestHost(
      effects: """
            go = function(cx)
              pcall(cx.all, {
                function()
                  local guard <close> = setmetatable({}, { __close = function() print("closed") end })
                  cx.sleep(9)
                end,
                function() cx.sleep(1); while true do end end,
              })
              print("caught")
            end,
        """
    ) { $0.timeBudget = 0.5 }
    try app.run("a.go()")
    app.pass(1)
    #expect(app.logs == ["info closed", "info caught"])
    #expect(app.host.isSettled)
    try app.run("a.go()")
    #expect(!app.host.isSettled)
  }

  @Test("that uses all memory is stopped, and releases it")
  func memory() throws {
    let app = try TestHost(
      effects: """
            go = function(cx, action)
              if action.waits then cx.sleep(1) end
              local t = {}
              while true do t[#t + 1] = ("x"):rep(1000) .. #t end
            end,
            many = function(cx)
              local list = {}
              for i = 1, 1e9 do list[i] = cx.spawn(function() cx.sleep(1) end) end
            end,
            fine = function(cx) note(cx, "fine") end,
        """
    ) { $0.memoryLimit = 16 << 20 }
    for line in ["a.go{}", "a.go{ waits = true }", "a.many{}"] {
      try app.run(line)
      app.pass(1)
      #expect(app.errors.last?.message.contains("stopped: the memory limit of 16 MiB is reached") == true)
      #expect(app.host.isSettled)
      try app.run("a.fine{}")
    }
    #expect(try app.notes() == ["fine", "fine", "fine"])
    #expect(app.errors.count == 3)
  }

  @Test("may pass its context to others: only those that may wait can wait with it")
  func keptContext() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local kept
      local names = { "sleep", "all", "race", "spawn", "cancel", "send" }
      local function try(name)
        local arguments = { sleep = 1, cancel = "go", spawn = function() end, send = { type = "inc" } }
        return kept[name](arguments[name] or { function() end })
      end
      return udf.feature {
        name = "a", state = { n = 0 },
        reduce = {
          inc = function(state) state.n = state.n + 1 end,
          reduced = function(_, action) try(action.name) end,
        },
        effects = {
          keep = function(cx) kept = cx end,
          other = function() kept.sleep(1); try("all"); try("race"); try("send"); try("cancel") end,
        },
        events = { tap = function(event) try(event.name) end },
      }
      """
    ])
    try app.run("a.keep()")
    let waiting =
      "cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it"
    let sending =
      "cannot send from a reducer, view or event map: they only compute. Send from an effect of the action instead."
    for (name, reason) in [
      ("sleep", waiting), ("all", waiting), ("race", waiting),
      ("spawn", "cx.spawn, cx.all and cx.race work only while their effect runs"),
      ("cancel", "cx.cancel works only in an effect"), ("send", sending),
    ] {
      #expect(app.failure("a.reduced{ name = '\(name)' }").contains("a/reduced: \(reason)"))
      #expect(app.failure("event('a.tap', { name = '\(name)' })").contains("event a.tap: \(reason)"))
    }
    app.forgetEvents()
    try app.run("a.other()")
    app.pass(1)
    #expect(app.errors.isEmpty)
    #expect(try app.state("a.n") == 1)
    #expect(app.host.isSettled)
  }

  @Test("that only sleeps in a loop does not block the prompt, even beside two that wake each other")
  func responsive() throws {
    let app = try TestHost(
      effects: """
            sleepers = function(cx)
              for _ = 1, 1000 do cx.spawn(function() while true do cx.sleep(0) end end) end
            end,
            pair = function(cx) while true do cx.all { function() end } end end,
        """)
    try app.run("a.sleepers{}; a.pair{}")
    for n in 1...20 {
      app.host.poll()
      #expect(try app.run("\(n)") == .integer(Int64(n)))
    }
    app.host.stop()
    #expect(app.host.isSettled)
  }
}
