import SeededTesting
import SocketTesting
import Testing
import UDFHost

@Suite("Text with control characters from a server")
struct HostileServerTests {
  /// Rows, refusals, errors, redirects and garbage, each at another address.
  private func server(_ seed: UInt64) throws -> RawServer {
    try RawServer { line in
      var hostile = HostileText(seed: seed)
      func answer(_ body: String, status: String = "200 OK", type: String = "application/json", head: String = "")
        -> String
      {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(head)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
      }
      let words = line.split(whereSeparator: { " ?".contains($0) })
      switch words.dropFirst().first {
      case "/notes/changes":
        let isFirst = !line.contains("since=")
        let rows = [
          #"[1,{"id":"a","title":\#(hostile.json("title"))}]"#,
          #"[2,{"id":\#(hostile.json("key")),\#(hostile.json("field")):\#(hostile.json("value"))}]"#,
        ]
        let head =
          #"{"version":2,"epoch":"E","from":\#(isFirst ? "null" : "\"T\""),"next":"T","more":false,"changes":\#(isFirst ? 2 : 0),"mutations":{}}"#
        return answer(([head] + (isFirst ? rows : [])).map { $0 + "\n" }.joined())
      case "/notes/mutations":
        return answer(#"{"results":[{"id":1,"code":\#(hostile.json("code")),"message":\#(hostile.json("refusal"))}]}"#)
      case "/down/changes":
        let problem = #"{"code":\#(hostile.json("unwell")),"message":\#(hostile.json("illness"))}"#
        return answer(problem, status: "503 \(hostile.line("reason"))", head: "X-Head: \(hostile.line("head"))\r\n")
      case "/gone/changes":
        return answer(hostile.text("page"), status: "404 \(hostile.line("reason"))", type: hostile.line("text/plain"))
      case "/odd/changes":
        return answer(#"{"version":\#(hostile.json("version")),"epoch":\#(hostile.json("epoch"))}"# + "\n")
      case "/moved": return RawServer.redirect(to: hostile.line("ftp://else/where"))
      case "/json": return answer("{\(hostile.text("broken"))")
      case "/head": return hostile.line("HTTP/9.9 ")
      default: return answer(hostile.text("body"), status: "500 \(hostile.line("reason"))")
      }
    }
  }

  /// Reads all of it, by sync features and by calls.
  private func app(_ url: String) -> AppFolder {
    AppFolder(
      app: """
        local udf = require "udf"
        local features = { udf.feature {
          name = "page", state = {}, uses = { "http" }, actions = { load = { path = "string" }, loaded = { answer = "any" } },
          reduce = { load = function() end, loaded = function(state, action) state.answer = action.answer end },
          effects = {
            load = function(cx, action)
              local _, answer = pcall(cx.services.http.get, "\(url)" .. action.path)
              cx.log("warning", answer.body or answer.message, answer)
              cx.send { type = "loaded", answer = answer }
              cx.services.http.get("\(url)" .. action.path, { json = true })
            end,
          },
        } }
        for _, name in ipairs { "notes", "down", "gone", "odd" } do
          features[#features + 1] = udf.sync { name = name, key = "id", remote = "\(url)/" .. name, cache = "memory" }
        end
        return udf.app { name = "reader", features = features, grants = { hosts = { "127.0.0.1:*" } } }
        """, features: [:])
  }

  private static let lines = [
    "state.notes.rows", "state.down.count", "state.gone.count", "state.odd.count", "settle(0.5)", "state.notes.rows[2]",
    ":sync",
    "notes.mutate{ put = { id = 'b' } }", "settle(2)", ":sync notes", ":sync down", ":sync gone", ":sync odd",
    "state.notes.dead",
    "page.load{ path = '/moved' }", "page.load{ path = '/json' }", "page.load{ path = '/head' }",
    "page.load{ path = '/x' }",
    ":hist", ":state", ":effects", "for key in pairs(state.notes.byKey) do error(key) end", "print(state.notes.rows)",
    ":action 1", ":blame notes.rows",
  ]

  @Test("is escaped on standard error, in JSON, and at a terminal: rows, refusals, errors, redirects, garbage")
  func server() throws {
    for number in 0..<Extent.runs(daily: 2, nightly: 40) {
      let seed = Seed.current &+ UInt64(number)
      let server = try server(seed)
      defer { server.stop() }
      let folder = app(server.url)
      let arguments = ["--allow-requested", "--keep-going", "-v"] + Self.lines.flatMap { ["-e", $0] }
      let text = try Batch(folder, arguments: arguments)
      let json = try Batch(folder, arguments: ["--json"] + arguments)
      #expect(HostileText.commands(in: text.error) == [], "\(text.error.debugDescription); \(Seed.replay)")
      #expect(HostileText.commands(in: json.output) == [], "\(json.output.debugDescription); \(Seed.replay)")
      #expect(HostileText.commands(in: json.error) == [], "\(json.error.debugDescription); \(Seed.replay)")
      // It came as far as this.
      for word in ["refusal", "illness", "title", "body"] {
        #expect(json.output.contains(word), "\(word): \(json.output); \(Seed.replay)")
      }

      let terminal = try Terminal(folder, "--allow-requested", "--no-color", columns: 100)
      try terminal.waitForPrompt()
      for line in Self.lines { _ = try terminal.enter(line) }
      #expect(HostileText.commands(onTerminal: terminal.screen.raw) == [], "\(Seed.replay)")
      terminal.type("\u{4}")
      #expect(terminal.end() == 0)
    }
  }

  @Test("is escaped by sync-check, in a pipe as JSON and at a terminal")
  func syncCheck() throws {
    let folder = AppFolder(app: "", features: [:])
    for number in 0..<Extent.runs(daily: 1, nightly: 20) {
      let server = try server(Seed.current &+ UInt64(number))
      defer { server.stop() }
      for name in ["notes", "down", "gone", "odd", "x"] {
        let json = try Batch(
          folder, arguments: ["\(server.url)/\(name)", "--json", "--wait", "0.1"], app: "sync-check")
        #expect(HostileText.commands(in: json.output + json.error) == [], "\(name): \(json.output.debugDescription)")
        let terminal = try Terminal(folder, "\(server.url)/\(name)", "--wait", "0.1", app: "sync-check", columns: 100)
        _ = terminal.end()
        #expect(HostileText.commands(onTerminal: terminal.screen.raw) == [], "\(name): \(Seed.replay)")
      }
    }
  }
}
