import Platform
import SeededTesting
import Testing

@Suite("secrets in the command")
struct SecretPropertyTests {
  private let folder = AppFolder(app: app, features: [:])

  private static let app = """
    local udf = require "udf"
    local session = udf.feature {
      name = "session", state = { user = "", password = udf.secret "string", token = udf.secret "string?", count = 0 },
      actions = {
        write = { password = udf.secret "string" }, form = { data = { user = "string", pins = { udf.secret "string" } } },
        logIn = {}, loggedIn = { token = udf.secret "string" }, tell = {}, wipe = {},
      },
      events = { changed = function(event) return { type = "write", password = event.text } end, submit = "logIn" },
      reduce = {
        write = function(state, action) state.password, state.count = action.password, state.count + 1 end,
        form = function(state, action)
          state.user, state.password = action.data.user .. action.data.pins[1], action.data.pins[1]
        end,
        logIn = function(state) state.count = state.count + 1 end, tell = function() end,
        loggedIn = function(state, action) state.token = action.token end,
        wipe = function(state) state.password, state.token = nil, nil end,
      },
      uses = { "log", "kv", "clock" },
      effects = {
        logIn = udf.leading(function(cx) cx.send { type = "loggedIn", token = udf.args[1] } end),
        tell = function(cx)
          print(cx.state.password)
          cx.log("warning", "the password is " .. tostring(cx.state.password), { token = cx.state.token })
          cx.services.kv.set("time", cx.services.clock.now())
          pcall(cx.services.kv.set, "password", cx.state.password)
          error("it is " .. tostring(cx.state.password))
        end,
        wipe = function(cx) cx.wipe() end,
      },
      computed = { both = { "password", "token", function(password, token) return { password, token } end } },
      view = function(state, computed) return { password = state.password, both = computed.both } end,
      screen = udf.screen(function(view, ui)
        return { ui.fields { { label = "password", key = "password", value = view.password or "", event = "changed", secret = true } } }
      end),
    }
    return udf.app {
      name = "secrets", features = { session },
      middleware = { udf.middleware(function(cx, action) cx.log("info", tostring(action.password), action) end) },
    }
    """

  /// Lines of a session; MARK stands for the secret.
  private static let lines = [
    #"session.write{ password = "MARK" }"#, #"session.write{ password = "MARK", other = 1 }"#,
    #"session.write{ password = { "MARK" } }"#, #"session.form{ data = { user = "ann", pins = { "MARK", "x" } } }"#,
    #"event("session.changed", { text = "MARK" })"#, ":type password MARK", "session.logIn()", "session.tell()",
    "state.session", "view.session", "computed.session.both", "print(state.session.password)", ":hist", ":screen",
    ":state session", ":view session", ":diff 1", ":blame session.password", ":undo", ":redo", ":replay", ":reload",
    ":save STATE", ":load STATE", ":watch session.password", ":trace all", ":rec TEST", ":rec off", "session.wipe()",
    #"session.make.write{ password = "MARK" }"#,
    #"dispatch(session.make.form{ data = { user = "a", pins = { "MARK" } } })"#,
    "session?", "session.write?", ":ls session", "it", "state.session.password .. 'x'", "settle()",
  ]

  @Test("are in no output, file, recording or JSON, after any actions", arguments: [[], ["--json"], ["-v"]])
  func nowhere(_ options: [String]) throws {
    var generator = SeededGenerator(seed: Seed.current)
    let mark = "m\(UInt64.random(in: .min ... .max, using: &generator))"
    for run in 0..<Extent.runs(daily: 15, nightly: 200) {
      // One that is refused ends a session, so they are many and short.
      let drawn = Self.lines[..<1] + (0..<6).map { _ in Self.lines.randomElement(using: &generator)! }
      let input = drawn.map { line in
        line.replacing("MARK", with: mark).replacing("STATE", with: folder.path + "/state.json")
          .replacing("TEST", with: folder.path + "/r\(run)_test.lua")
      }
      let record = folder.path + "/record\(run).ndjson"
      let batch = try Batch(
        folder, arguments: options + ["--record", record, "--data", folder.path + "/data", "--", mark],
        input: input.joined(separator: "\n"))
      #expect(!(batch.output + batch.error).contains(mark), "\(Seed.replay): \(drawn)")
      _ = folder.write("stdin.txt", "")
      for file in try Self.files(in: folder.path) {
        #expect(!file.text.contains(mark), "\(Seed.replay): \(file.name): \(drawn)")
      }
      let replay = try Batch(folder, folder.app, record, app: "replay")
      #expect(!(replay.output + replay.error).contains(mark))
    }
  }

  private static func files(in folder: String) throws -> [(name: String, text: String)] {
    var found: [(String, String)] = []
    for name in Folder.allNames(in: folder) ?? [] where name != "." && name != ".." {
      let path = folder + "/" + name
      if let bytes = readFile(path) {
        found.append((path, String(decoding: bytes, as: UTF8.self)))
      } else {
        found += try files(in: path)
      }
    }
    return found
  }

  @Test("alone are printed as among other values")
  func alone() throws {
    let batch = try Batch(
      folder, "-e", #"session.write{ password = "one" }"#, "-e", "state.session.password", "-e",
      "{ state.session.password }", "-e", #"session.make.write{ password = "two" }"#)
    #expect(batch.output == "secret\n{secret}\n{password=secret, type=\"session/write\"}\n")
  }

  @Test("that have no value yet are known keys")
  func unset() throws {
    let batch = try Batch(folder, "-e", "state.session.token", "-e", "state.session.tokn")
    #expect(batch.error == "[warning] session has no \"tokn\" now. Did you mean \"token\"?\n")
  }

  @Test("are printed as the word secret within other texts too")
  func within() throws {
    let batch = try Batch(
      folder, "-e", #"session.write{ password = "one" }"#, "-e", #"url = "https://é?key=" .. state.session.password"#,
      "-e", "{ url }", "-e", "url", "-e", #"{ ("x"):rep(400) .. state.session.password }"#)
    #expect(
      batch.output == #"{"https://é?key=secret"}"# + "\nhttps://é?key=secret\n{\"" + String(repeating: "x", count: 400)
        + "secret\"}\n")
  }

  @Test("are named in a replay as not recorded, and cause no difference")
  func replayed() throws {
    let record = folder.path + "/s.ndjson"
    _ = try Batch(
      folder, "--record", record, "-e", #"session.write{ password = "one" }"#, "-e",
      #"session.form{ data = { user = "ann", pins = { "two" } } }"#, "-e", #"session.write{ password = "one" }"#)
    let replay = try Batch(folder, folder.app, record, app: "replay")
    #expect(
      replay.output == """
        secrets are not recorded; placeholders replaced session/form: data, session/write: password
        ✓ 3 actions replayed, no difference

        """)
    #expect(replay.code == 0)
  }
}
