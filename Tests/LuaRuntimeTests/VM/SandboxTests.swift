import LuaRuntime
import Testing

@Suite("A Lua machine")
struct SandboxTests {
  let machine = LuaMachine(memoryLimit: 64 << 20, timeBudget: 60)

  private func run(_ source: String, budget: Double = 0) throws -> [Value] {
    let function = try machine.load(source.utf8, name: "test.lua", in: machine.environment())
    return try machine.call(function, budget: budget)
  }

  @Test("a chunk returns its results as plain data")
  func results() throws {
    #expect(
      try run("return 6 * 7, 'x', 2.0, { 1, 2 }, { a = true }, nil") == [42, "x", 2.0, [1, 2], ["a": true], nil])
  }

  @Test("a result that is not plain data is an error with its path, or is described for display")
  func refusal() throws {
    let error = try #require(throws: LuaError.self) { try run("return { a = { print = error } }") }
    #expect(error.message == "a.print is a function; state, actions and results are plain data")
    let function = try machine.load("return function() end".utf8, name: "test.lua", in: machine.environment())
    try machine.run(function)
    #expect(try machine.results(display: true) == [.opaque("function: test.lua:1")])
  }

  @Test("a table that is neither list nor map is displayed with all its entries")
  func mixed() throws {
    func shown(_ table: String) throws -> [Value] {
      try machine.run(machine.load("return \(table)".utf8, name: "test.lua", in: machine.environment()))
      return try machine.results(display: true)
    }
    #expect(try shown("{ 2, a = 1 }") == [["[1]": 2, "a": 1]])
    #expect(try shown("{ [1] = 'x', [3] = 'y' }") == [["[1]": "x", "[3]": "y"]])
    #expect(try shown("{ 1, 2, nil, 4 }") == [[1, 2, nil, 4]])
    #expect(try shown("{ 1, 2 }, { a = true }, {}") == [[1, 2], ["a": true], [:]])
  }

  @Test("an error has its position and a traceback")
  func errors() throws {
    let error = try #require(throws: LuaError.self) { try run("local function f()\n  error('no')\nend\nf()") }
    #expect(error.message == "test.lua:2: no")
    #expect(error.traceback?.contains("test.lua:4: in main chunk") == true)
  }

  @Test("a syntax error has its position and says whether more lines may complete the source")
  func syntax() throws {
    let broken = try #require(throws: LuaError.self) { try run("local x = = 1") }
    #expect(broken.reason == .syntax && broken.message == "test.lua:1: unexpected symbol near '='")
    let unfinished = try #require(throws: LuaError.self) { try run("for i = 1, 2 do") }
    #expect(unfinished.reason == .incomplete)
    let cut = try #require(throws: LuaError.self) { try run("local x = 'it") }
    #expect(cut.reason == .syntax && cut.message == "test.lua:1: unfinished string near <eof>")
    for source in ["local x = 'a\\", "local x = 'a\\z", "local x = [[a", "--[[ a"] {
      let error = try #require(throws: LuaError.self) { try run(source) }
      #expect(error.reason == .incomplete, "\(source)")
    }
  }

  @Test("a script that loops is stopped, even inside pcall, and the machine still runs")
  func budget() throws {
    let error = try #require(throws: LuaError.self) {
      try run("while true do pcall(function() while true do end end) end", budget: 0.05)
    }
    #expect(error.reason == .budget)
    #expect(try run("return 1") == [1])
  }

  @Test("a script that exceeds the memory limit is stopped, and the machine still runs")
  func memory() throws {
    let error = try #require(throws: LuaError.self) { try run("local t = {} while true do t[#t + 1] = { 1 } end") }
    #expect(error.reason == .memory)
    #expect(error.message.contains("the memory limit of 64 MiB is reached"))
    #expect(try run("return 1") == [1])
  }

  @Test("shielded work is done although a stop was requested before it or in it, and the script is stopped after it")
  func shielded() throws {
    let additions = try #require(machine.table())
    machine.assign(machine.function(1), to: "host", of: additions)
    let environment = machine.environment(library: additions)
    let work = try machine.load(
      "local n = 0 for i = 1, 1e6 do n = n + 1 end return n".utf8, name: "w.lua", in: environment)
    var results: [[Value]?] = []
    machine.onCall = { [unowned machine] _, _ in
      LuaMachine.interrupt(machine.pointer)
      machine.shielded {
        #expect(!machine.isStopping)
        for _ in 0..<2 {
          results.append(try? machine.call(work, budget: 60))
          LuaMachine.interrupt(machine.pointer)
        }
        // A function with its own budget is stopped in a shield, too.
        let endless = try? machine.load("while true do end".utf8, name: "e.lua", in: environment)
        results.append(endless.flatMap { try? machine.call($0, budget: 0.02) })
      }
      #expect(machine.isStopping)
      return .values([])
    }
    let script = try machine.load("host() while true do end".utf8, name: "test.lua", in: environment)
    let error = try #require(throws: LuaError.self) { try machine.call(script, budget: 60) }
    #expect(error.reason == .cancelled && error.message == "test.lua:1: stopped: interrupted")
    #expect(results == [[1_000_000], [1_000_000], nil])
    #expect(try run("return 1") == [1])
  }

  @Test("a host function gets plain data and returns values or raises an error")
  func hostFunctions() throws {
    machine.onCall = { _, arguments in
      arguments.first == "no" ? .failure("refused") : .values([.list(arguments), nil, 5])
    }
    let additions = try #require(machine.table())
    machine.assign(machine.function(1), to: "host", of: additions)
    let environment = machine.environment(library: additions)
    let function = try machine.load(
      "local a, b, c = host(1, { x = 'y' }) local ok, e = pcall(host, 'no') return a, b, c, ok, e".utf8,
      name: "test.lua", in: environment)
    #expect(try machine.call(function) == [[1, ["x": "y"]], nil, 5, false, "test.lua:1: refused"])
  }

  @Test("a coroutine waits for the host and is resumed with values")
  func tasks() throws {
    machine.onCall = { [unowned machine] _, _ in machine.canAwait ? .suspend : .failure("cannot await here") }
    let additions = try #require(machine.table())
    machine.assign(machine.function(1), to: "await", of: additions)
    let environment = machine.environment(writable: true, library: additions)
    let make = try machine.load(
      "return function(n) local r = await() error('got ' .. n + r) end".utf8, name: "t", in: environment)
    try machine.run(make)
    let function = try #require(machine.result(1))
    var task: LuaMachine.TaskID = 0
    #expect(try machine.start(function, argument: .bytes(TapeWriter.bytes(of: 2)), task: &task))
    let error = try #require(throws: LuaError.self) { try machine.resume(task, returning: [3]) }
    #expect(error.message == "t:1: got 5")
    #expect(throws: LuaError.self) { try machine.call(function, [2]) }
  }

  @Test("text that is not UTF-8 is printed with its bytes escaped")
  func escapedText() throws {
    let machine = LuaMachine()
    let function = try machine.load(
      #"return "a\xffb\xe4\xb8c", "\xed\xa0\x80", "é""#.utf8, name: "test.lua", in: machine.environment())
    let values = try machine.call(function)
    #expect(values.map(\.printedText) == [#"a\xffb\xe4\xb8c"#, #"\xed\xa0\x80"#, "é"])
    #expect(values[0].description == #""a\xffb\xe4\xb8c""#)
    #expect(Value.integer(1).printedText == nil)
    let failing = try machine.load(#"error("\xff\0", 0)"#.utf8, name: "test.lua", in: machine.environment())
    let error = #expect(throws: LuaError.self) { try machine.call(failing) }
    #expect(error?.message == "\\xff\0")
  }

  @Test("changes that cannot be listed are an error, not an empty list")
  func unlistedChanges() throws {
    let machine = LuaMachine(memoryLimit: 4 << 20)
    let environment = machine.environment()
    func function(_ body: String) throws -> LuaReference {
      let load = try machine.load("return \(body)".utf8, name: "test.lua", in: environment)
      try machine.run(load)
      return try #require(machine.result(1))
    }
    let initial = try function("{ n = 0, big = {} }")
    let slice = try LuaSlice(name: "s", initial: initial, machine: machine)
    func reduce(_ body: String) throws {
      let handler = try function("function(state, action) \(body) end")
      let action = TapeWriter.bytes(of: ["type": "s/act"])
      try withExtendedLifetime(handler) { try slice.reduce(handler.id, bytes: action) }
    }
    try reduce("for i = 1, 2000 do state.big[i] = { id = i, name = 'row' } end")
    let start = machine.journalEnd
    // Without an observer the list of few writes is not measured.
    try reduce("for i = 1, 30 do state.a = state.big state.a = nil end state.n = 99")
    let end = machine.journalEnd
    let late = #expect(throws: LuaError.self) { _ = try machine.changes(from: start, to: end, now: end) }
    #expect(late?.reason == .memory)
    #expect(late?.message.contains("the changes does not fit into the memory limit of 4 MiB") == true)
    machine.listsChanges = true
    machine.rollback(to: start)
    let observed = #expect(throws: LuaError.self) {
      try reduce("for i = 1, 30 do state.a = state.big state.a = nil end state.n = 99")
    }
    #expect(observed?.reason == .memory)
    #expect(machine.journalEnd == start)
    #expect(try machine.read(["s", "n"]) == 0)
    try reduce("state.n = 1")
    #expect(
      try machine.changes(from: start, to: machine.journalEnd, now: machine.journalEnd) == [
        ["set", ["s", "n"], 0, 1]
      ])
  }

  @Test("two machines share nothing")
  func isolation() throws {
    let other = LuaMachine()
    let environment = other.environment(writable: true)
    try other.run(other.load("x = 1 string.y = 2".utf8, name: "a", in: environment))
    #expect(try run("return x, string.y") == [nil, nil])
  }
}
