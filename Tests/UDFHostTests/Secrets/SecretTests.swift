import HostTesting
import Testing
import UDF
import UDFHost
import UDFNetwork
import UDFServices
import UDFSync

@Suite("a secret")
struct SecretTests {
  /// Keeps the values that it receives.
  private final class Seen: @unchecked Sendable {
    var values: [Value] = []
  }

  private struct Core: HostCore {
    let instances = Instances()
    let seen: Seen

    init(_ seen: Seen) { self.seen = seen }

    func dependency() -> any LogSink { SilentLog() }

    func services() -> [HostService] {
      [
        HostService(
          "bank",
          [
            ServiceMethod("open", ["user": "string?", "password": "any"]) { call in
              seen.values.append(call["password"])
              return .none
            },
            ServiceMethod("fail", ["password": "string"]) { call in
              throw ServiceError(code: "wrong", message: "the password \(call.string("password")) is wrong")
            },
          ])
      ]
    }
  }

  private let seen = Seen()
  private let app: TestHost

  init() throws {
    let seen = seen
    app = try TestHost(["session": Self.session]) { $0.core = Core(seen) }
  }

  private static let session = Source.feature(
    """
      name = "session", state = { user = "", password = udf.secret "string", notes = udf.list {} },
      actions = {
        write = { password = udf.secret "string?" },
        form = { data = { user = "string", pins = { udf.secret "string" } } },
        plain = { password = "string" }, go = { call = "string" }, note = { text = "string" }, wipe = {},
      },
      events = { changed = function(event) return { type = "write", password = event.text } end },
      reduce = {
        write = function(state, action) state.password = action.password end,
        form = function(state, action) state.user, state.password = action.data.user, action.data.pins[1] end,
        plain = function(state, action) state.password = action.password end,
        note = function(state, action) table.insert(state.notes, action.text) end,
        go = function() end, wipe = function() end,
      },
      uses = { "bank", "kv", "log" },
      effects = {
        go = function(cx, action)
          local password = cx.state.password
          local calls = {
            open = function() cx.services.bank.open("ann", { alone = password, within = "Bearer " .. password }) end,
            fail = function() cx.services.bank.fail(password) end,
            kv = function() cx.services.kv.set("a", { password }) end,
            log = function() cx.services.log.info("the password is " .. password, { password = password }) end,
          }
          local isOk, problem = pcall(calls[action.call])
          cx.send { type = "note", text = isOk and "fine" or problem.code .. " | " .. problem.message }
        end,
        wipe = function(cx) cx.wipe() end,
      },
      view = function(state) return { password = state.password } end,
    """)

  @Test("is a token in state, history, changes, views, logs and at the prompt, and the text for a service")
  func sealed() throws {
    try app.run(#"session.write{ password = "hunter22" }"#)
    try app.run(#"event("session.changed", { text = "hunter22" })"#)
    try app.host.send("session/form", ["data": ["user": "ann", "pins": ["hunter22", .integer(2200)]]])
    for call in ["open", "log", "kv"] { try app.run("session.go{ call = \"\(call)\" }") }
    let all: [String] = [
      "\(app.events)", "\(app.host.history)", "\(try app.state())", "\(try app.run("view.session"))",
      "\(try app.run("state.session.password"))", "\(try app.run("tostring(state.session.password)"))",
      app.failure("error(state.session.password)"),
    ]
    #expect(!all.joined().contains("hunter22"))
    #expect(!all.joined().contains("2200"))
    #expect(try app.run("state.session").description.contains("password=secret"))
    #expect(seen.values == [["alone": "hunter22", "within": "Bearer hunter22"]])
    #expect(
      try app.state("session.notes") == [
        "fine", "fine",
        """
        secret | kv.set: a secret is shown and kept nowhere, so this service is not given it
          To fix this, give it to the service that needs it, or ask for it again.
        """,
      ])
  }

  @Test("is equal to itself, also after undo and redo, and may be nil if it is optional")
  func values() throws {
    try app.run(#"session.write{ password = "hunter22" }"#)
    let first = try app.state("session.password")
    try app.run(#"session.write{ password = "other" }"#)
    #expect(try app.state("session.password") != first)
    try app.run(#"session.write{ password = "hunter22" }"#)
    #expect(try app.state("session.password") == first)
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(try app.state("session.password") == first)
    try app.run("session.write{}")
    #expect(try app.state("session.password") == .none)
  }

  @Test("is hidden in the errors of the service that received it")
  func errors() throws {
    try app.run(#"session.write{ password = "hunter22" }"#)
    try app.run(#"session.go{ call = "fail" }"#)
    #expect(try app.state("session.notes") == ["wrong | the password secret is wrong"])
  }

  @Test("is refused without being shown if its type is wrong, or if a reducer writes a plain text")
  func refused() throws {
    #expect(
      app.failure(#"session.write{ password = { "hunter22" } }"#) == """
        session.lua:11: session/write: password must be a string, got something else
          The action was refused and the state is unchanged.
          To fix this, send a string: session.write{ password = "…" }
        """)
    #expect(
      app.failure(#"session.write{ password = "hunter22", usr = 1 }"#) == """
        session.lua:11: session/write: unknown field usr. Known names: password.
          The action was refused and the state is unchanged.
          To fix this, send only declared fields: session.write{ password = "…" }
        """)
    #expect(
      app.failure(#"session.plain{ password = "x" }"#) == """
        session.lua:13: session/plain: state.password is declared udf.secret, and the reducer wrote a string that is not
          To fix this, declare the action's field secret too: actions = { … = { password = udf.secret "string" } }
          The action was refused and the state is unchanged.
        """)
    #expect(!"\(app.events)".contains("hunter22"))
  }

  @Test("is saved and recorded as a placeholder, which is worthless after a load")
  func saved() throws {
    try app.host.record(to: app.folder("session.ndjson"))
    try app.run(#"session.write{ password = "hunter22" }"#)
    try app.host.save(to: app.folder("state.json"))
    for name in ["session.ndjson", "state.json"] {
      let text = String(decoding: try #require(app.folder.bytes(of: name)), as: UTF8.self)
      #expect(text.contains(#"{"$secret":"#) && !text.contains("hunter22"), "\(name)")
    }
    _ = try app.host.load(from: app.folder("state.json"))
    try app.run(#"session.go{ call = "open" }"#)
    #expect(
      try app.state("session.notes") == [
        """
        secret | a secret is not known any more: it was wiped, or it came from a saved state or a recorded session
          To fix this, ask for it again
        """
      ])
    #expect(seen.values == [])
    // One that a person writes is sealed as it comes in.
    try app.folder.save(#"{ "session": { "password": "hunter22" } }"#, to: "mine.json")
    _ = try app.host.load(from: app.folder("mine.json"))
    #expect(!"\(try app.state())".contains("hunter22"))
    try app.run(#"session.go{ call = "open" }"#)
    #expect(seen.values.count == 1)
  }

  @Test("is removed by wipe, with the values of kv")
  func wiped() throws {
    try app.run(#"services.kv.set("theme", "dark")"#)
    try app.run(#"session.write{ password = "hunter22" }"#)
    try app.run("session.wipe()")
    #expect(try app.run(#"services.kv.get("theme")"#) == .none)
    try app.run(#"session.go{ call = "open" }"#)
    #expect(seen.values == [])
    try app.run(#"session.write{ password = "hunter22" }"#)
    try app.run(#"session.go{ call = "open" }"#)
    #expect(seen.values.count == 1)
  }

  @Test("is a text in the headers that auth returns for a remote at an address, and nowhere else")
  func headers() async throws {
    let http = StubHTTPClient { _ throws(HTTPFailure) in
      HTTPResponse(status: 200, body: Array(#"{"next":"T1","more":false,"changes":0,"mutation":0}"#.utf8))
    }
    let app = try TestHost([
      "session": Source.feature(
        """
          name = "session", state = { password = udf.secret "string" },
          actions = { write = { password = udf.secret "string" } },
          reduce = { write = function(state, action) state.password = action.password end },
        """),
      "notes": """
      local udf = require "udf"
      return udf.sync {
        name = "notes", key = "id", remote = "http://127.0.0.1:8790", reads = { "session" },
        auth = function(cx) return { Authorization = "Bearer " .. cx.others.session.password } end,
      }
      """,
    ]) {
      $0.core = SyncedCore(http: http)
      $0.grants = [Grant(.hosts, "127.0.0.1:8790")]
    }
    try app.run(#"session.write{ password = "hunter22" }"#)
    try app.run("state.notes.count")
    await app.settled()
    #expect(http.requests.map { $0.headers["Authorization"] } == ["Bearer hunter22"])
    #expect(!"\(app.events) \(app.host.history) \(try app.state())".contains("hunter22"))
    try app.host.wipe()
    try app.run(#"session.write{ password = "hunter33" } notes.pull{ force = true }"#)
    await app.settled()
    #expect(http.requests.map { $0.headers["Authorization"] } == ["Bearer hunter22", "Bearer hunter33"])
  }

  private struct SyncedCore: HostCore {
    let instances = Instances()
    let http: any HTTPClient

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any HTTPClient { http }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  @Test("is refused in the actions and in the state of a shared feature")
  func shared() {
    for keys in ["actions = { go = { x = udf.secret 'string' } }", "state = { x = udf.secret 'string' }"] {
      let feature = Source.feature("  name = \"a\", shared = true, \(keys),")
      let message = failure { _ = try TestHost(["a": feature]) }
      #expect(
        message.contains(
          """
          udf.secret cannot be shared: the log keeps actions for all hosts
            To fix this, keep the secret in a feature that is not shared.
          """), "\(message)")
    }
  }

  @Test("is declared by a type in Lua")
  func declared() {
    func failure(_ actions: String) -> String {
      let feature = Source.feature("  name = \"a\", actions = { go = { x = \(actions) } },")
      do { _ = try TestHost(["a": feature]) } catch { return (error as? HostError)?.message ?? "\(error)" }
      return ""
    }
    #expect(failure("udf.secret 'string?'") == "")
    #expect(
      failure("udf.secret 'number'").hasPrefix(
        "a.lua:3: udf.secret takes \"string\" or \"string?\", got string \"number\""))
  }
}
