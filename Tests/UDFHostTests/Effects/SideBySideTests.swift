import HostTesting
import Testing
import UDFHost

@Suite("effects with concurrent functions")
struct SideBySideTests {
  /// `after(seconds, text)` notes and gives a text once they have passed; `fails` raises it.
  private static func app(_ body: String) throws -> TestHost {
    try TestHost(
      effects: """
            go = function(cx)
              local function after(seconds, text)
                return function() cx.sleep(seconds); note(cx, text); return text end
              end
              local function fails(seconds, problem)
                return function() cx.sleep(seconds); error(problem, 0) end
              end
              \(body)
            end,
        """)
  }

  @Test("cx.all returns the first result of each, in order, after all have ended")
  func all() throws {
    let app = try Self.app(
      "local a, b, c = cx.all { after(2, 'a'), after(1, 'b'), function() end }; note(cx, a .. b .. tostring(c))")
    try app.run("a.go()")
    app.pass(1)
    app.pass(1)
    #expect(try app.notes() == ["b", "a", "abnil"])
    #expect(app.host.isSettled)
  }

  @Test("functions that never wait end before dispatch returns")
  func immediate() throws {
    let app = try Self.app("note(cx, select('#', cx.all {})); note(cx, (cx.all { function() return 7 end }))")
    try app.run("a.go()")
    #expect(try app.notes() == ["0", "7"])
  }

  @Test("an error of one cancels the others and is raised unchanged where they were started")
  func allFails() throws {
    let app = try Self.app(
      """
      local ok, problem = pcall(cx.all, { after(3, 'late'), fails(1, { code = "x", message = "boom" }) })
            note(cx, tostring(ok) .. " " .. problem.code)
      """)
    try app.run("a.go()")
    app.pass(1)
    app.pass(5)
    #expect(try app.notes() == ["false x"])
    #expect(app.host.isSettled)
    #expect(app.errors.isEmpty)
  }

  @Test("an error that no script catches is reported once, with the place where it was raised")
  func uncaught() throws {
    let app = try Self.app("cx.all { after(3, 'late'), function() cx.sleep(1); local x = nil; x.y = 1 end }")
    try app.run("a.go()")
    app.pass(1)
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:15: effect of a/go: attempt to index a nil value (local 'x')
          The effect has ended; the state is as it left it.
        """
      ])
    // First where it was raised, then where it was waited for.
    let places = app.errors[0].traceback?.split(separator: "\n").filter { $0.contains("a.lua") }
    #expect(places == ["\ta.lua:15: in upvalue 'body'", "\ta.lua:15: in function <a.lua:8>"])
    #expect(app.host.isSettled)
  }

  @Test("cx.race returns the results of the first, and cancels the others")
  func race() throws {
    let app = try Self.app("note(cx, (cx.race { after(2, 'slow'), after(1, 'quick'), after(1, 'second') }))")
    try app.run("a.go()")
    app.pass(1)
    app.pass(5)
    #expect(try app.notes() == ["quick", "quick"])
    #expect(app.host.isSettled)
  }

  @Test("a race can be a timeout")
  func timeout() throws {
    let app = try Self.app(
      """
      local ok, problem = pcall(cx.race, { after(9, 'answer'), fails(1, "too slow") })
            note(cx, problem)
      """)
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.notes() == ["too slow"])
    #expect(app.host.isSettled)
  }

  @Test("cx.spawn runs a function concurrently with the effect, which ends after it; its result can be awaited")
  func spawn() throws {
    let app = try Self.app(
      """
      local task = cx.spawn(after(1, 'spawned'))
            cx.spawn(after(3, 'left'))
            note(cx, 'meanwhile')
            note(cx, 'got ' .. task.await())
            note(cx, 'again ' .. task.await())
      """)
    try app.run("a.go()")
    #expect(try app.notes() == ["meanwhile"])
    app.pass(1)
    #expect(try app.notes() == ["spawned", "got spawned", "again spawned"])
    #expect(!app.host.isSettled)
    app.pass(2)
    #expect(try app.notes() == ["left"])
    #expect(app.host.isSettled)
  }

  @Test("an error of a spawned function that is not awaited ends the whole effect")
  func spawnFails() throws {
    let app = try Self.app("cx.spawn(fails(1, 'boom')); cx.spawn(after(2, 'late')); cx.sleep(3); note(cx, 'later')")
    try app.run("a.go()")
    app.pass(1)
    app.pass(5)
    #expect(try app.notes() == [])
    #expect(app.errors.map { $0.message.prefix { $0 != "\n" } } == ["a.lua:13: effect of a/go: boom"])
    #expect(app.host.isSettled)
  }

  @Test("each await of a failed function gets its error, also later ones")
  func awaitFailed() throws {
    let app = try Self.app(
      """
      local task = cx.spawn(fails(1, 'boom'))
            note(cx, select(2, pcall(task.await)))
            note(cx, select(2, pcall(task.await)))
      """)
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.notes() == ["boom", "boom"])
    #expect(app.host.isSettled && app.errors.isEmpty)
  }

  @Test("a spawned function can be cancelled; awaiting it is then an error")
  func cancelTask() throws {
    let app = try Self.app(
      """
      local task = cx.spawn(after(1, 'spawned'))
            local other = cx.spawn(after(1, 'never begun'))
            other.cancel()
            cx.sleep(0.5)
            task.cancel()
            local ok, problem = pcall(task.await)
            note(cx, tostring(ok) .. " " .. problem.code)
      """)
    try app.run("a.go()")
    app.pass(0.5)
    app.pass(5)
    #expect(try app.notes() == ["false cancelled"])
    #expect(app.host.isSettled)
  }

  @Test(
    "tasks that would wait for each other forever get an error",
    arguments: [
      "one = cx.spawn(function() cx.sleep(1); two.await() end); two = cx.spawn(function() cx.sleep(1); one.await() end)",
      "one = cx.spawn(function() cx.sleep(1); cx.all { function() cx.race { function() one.await() end } end } end)",
      "one = cx.spawn(function() cx.sleep(1); one.await() end)",
    ])
  func circle(_ body: String) throws {
    let app = try Self.app("local one, two; \(body)")
    try app.run("a.go()")
    app.pass(1)
    let problem = """
      a.lua:15: effect of a/go: this await would never end: the awaited task waits for the task that awaits it. To fix \
      this, let only one of them await the other
      """
    #expect(app.errors.map { $0.message.prefix { $0 != "\n" } } == [problem[...]])
    #expect(app.host.isSettled)
  }

  @Test("a spawned function can be awaited by one task at a time; others get an error")
  func awaitedTwice() throws {
    let app = try Self.app(
      """
      local task = cx.spawn(function() cx.sleep(1) end)
            cx.spawn(function() note(cx, select(2, pcall(task.await))) end)
            task.await()
      """)
    try app.run("a.go()")
    app.pass(1)
    let problem = "this task is awaited already. To fix this, await it in one place, and keep its result"
    #expect(try app.notes().map { $0.hasSuffix(problem) } == [true])
    #expect(app.host.isSettled && app.errors.isEmpty)
  }

  @Test("concurrent functions may start concurrent functions, three levels deep")
  func nested() throws {
    let app = try Self.app(
      """
      local function pair(depth)
              return function()
                if depth == 0 then cx.sleep(1); return 1 end
                local a, b = cx.all { pair(depth - 1), pair(depth - 1) }
                return a + b
              end
            end
            note(cx, pair(6)())
      """)
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.notes() == ["64"])
  }

  @Test("10,000 functions at once, and two that wake each other repeatedly, do not block the host")
  func many() throws {
    let app = try Self.app(
      """
      local all = {}
            for i = 1, 10000 do all[i] = function() cx.sleep(1); return i end end
            note(cx, select('#', cx.all(all)))
            while true do cx.all { function() end } end
      """)
    try app.run("a.go()")
    for _ in 1...30 { app.pass(0.1) }
    #expect(try app.notes() == ["10000"])
    #expect(app.host.nextDue == 0)
    #expect(try app.run("1 + 1") == 2)
  }

  @Test(
    "wrong arguments are refused",
    arguments: [
      ("cx.all(7)", "cx.all takes a list of functions, got number"),
      ("cx.all { 7 }", "cx.all: item 1 must be a function, got number"),
      ("cx.all { nil, after(1, 'x') }", "cx.all: item 1 is nil"),
      ("cx.all { a = after(1, 'x') }", "cx.all takes a list of functions, and there is one under the key \"a\""),
      ("cx.race {}", "cx.race takes at least one function"),
      ("cx.spawn()", "cx.spawn takes a function, got nil"),
      (
        "table.sort({ 1, 2 }, function() cx.all { after(1, 'x') } end)",
        "cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it"
      ),
    ])
  func misuse(_ body: String, _ text: String) throws {
    let app = try Self.app(body)
    try app.run("a.go()")
    #expect(app.errors.map { $0.message.prefix { $0 != "\n" } } == ["a.lua:15: effect of a/go: \(text)"])
    #expect(app.host.isSettled)
  }
}
