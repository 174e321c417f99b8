#if Inspector
  import InspectorTesting
  import Testing
  import UDFHost

  @Suite("udfhost serve")
  struct ServeTests {
    /// Shows a stored token and rows, and has buttons that read, store and remove them.
    private let folder = AppFolder(
      app: """
        local udf = require "udf"
        local desk = udf.feature {
          name = "desk", uses = { "kv" },
          state = { token = "unread", done = false },
          actions = { start = {}, read = { token = "string?" }, keep = {}, wipe = {}, wait = {}, waited = {} },
          reduce = {
            start = function() end,
            read = function(state, action) state.token = action.token or "none" end,
            keep = function() end, wipe = function() end, wait = function() end,
            waited = function(state) state.done = true end,
          },
          effects = {
            start = function(cx) cx.send { type = "read", token = cx.services.kv.get("token") } end,
            keep = function(cx)
              cx.services.kv.set("token", "visitor")
              cx.send { type = "read", token = cx.services.kv.get("token") }
            end,
            wipe = function(cx)
              cx.wipe()
              cx.send { type = "read", token = cx.services.kv.get("token") }
            end,
            wait = function(cx)
              cx.sleep(0.001)
              cx.send { type = "waited" }
            end,
          },
          events = { keep = "keep", wipe = "wipe", wait = "wait" },
          view = function(state) return { text = state.token .. (state.done and ", waited" or "") } end,
          screen = udf.screen(function(view, ui)
            return {
              ui.title(view.text), ui.button("Keep", "keep"), ui.button("Wipe", "wipe"), ui.button("Wait", "wait"),
            }
          end),
        }
        local down = function() error("down") end
        local notes = udf.sync { name = "notes", key = "id", remote = { pull = down, push = down } }
        return udf.app { name = "desk", features = { desk, notes } }
        """, features: [:])

    /// Opens a page, and waits until the screen has this title.
    private func visit(_ served: ServedApp, title: String) async throws -> (page: PageClient, screen: Value) {
      let page = try PageClient.open(served.url)
      _ = try await page.json()
      var screen = try await page.act(["id": 1, "do": "screen", "on": true]).screen
      while title != screen.title { screen = try await page.json()["screen"] }
      return (page, screen)
    }

    /// Presses a button, and waits until the screen has this title.
    private func press(
      _ number: Int, on visit: (page: PageClient, screen: Value), title: String
    ) async throws -> (page: PageClient, screen: Value) {
      let path = visit.screen["elements"].items[number]["path"]
      let press: Value = ["id": 2, "do": "press", "screen": visit.screen["id"], "path": path]
      var screen = try await visit.page.act(press).screen
      while title != screen.title { screen = try await visit.page.json()["screen"] }
      return (visit.page, screen)
    }

    @Test("prints the link, and a page shows the screen, whose effects finish")
    func screen() async throws {
      let served = try ServedApp(folder)
      #expect(served.lines[0].wholeMatch(of: /screens: http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//) != nil)
      let first = try await visit(served, title: "none")
      _ = try await press(3, on: first, title: "none, waited")
      #expect(served.errors == "")
    }

    @Test("a visitor neither sees nor removes the data of the owner, and leaves none")
    func data() async throws {
      _ = try Batch(
        folder, "--settle", "1", "-e", "services.kv.set('token', 'owner')", "-e", "notes.mutate{ put = { id = 'a' } }")
      let served = try ServedApp(folder)
      let first = try await visit(served, title: "none")
      let kept = try await press(1, on: first, title: "visitor")
      _ = try await press(2, on: kept, title: "none")
      _ = try await visit(served, title: "none")
      let later = try Batch(folder, "--settle", "1", "-e", "state.desk.token", "-e", "state.notes.count")
      #expect(later.output == "owner\n1\n")
    }

    @Test("an app that no longer loads is reported to the owner, and not to a visitor")
    func broken() async throws {
      let served = try ServedApp(folder)
      folder.write("app.lua", "return nothing here")
      let page = try PageClient.open(served.url)
      #expect(await page.next() == .close(code: 1011, reason: "the app does not load"))
      #expect(served.errors.hasPrefix("app.lua:1:16: "), "\(served.errors)")
      let refused = try Batch(folder, arguments: [folder.app], app: "serve")
      #expect(refused.code == 2)
      #expect(refused.error == served.errors)
    }

    @Test(
      "another address than this machine's own is served with a warning",
      .enabled(if: ServedApp.networkAddress != nil, "this machine has no address in a network"))
    func network() throws {
      let address = try #require(ServedApp.networkAddress)
      let served = try ServedApp(folder, "--address", address, printing: 2)
      #expect(served.url.hasPrefix("http://\(address):"))
      #expect(
        served.lines[1] == "the connection is not encrypted: others in this network can read what is shown and typed")
    }

    @Test(
      "an address that cannot be served is refused",
      arguments: [
        (
          "0.0.0.0",
          """
          serve: 0.0.0.0 is every address of this machine
            To fix this, name the one that the browser uses, such as 192.168.1.20

          """
        ),
        ("somewhere", "serve: somewhere:0: this is no IPv4 address of this machine\n"),
      ])
    func address(address: String, message: String) throws {
      let run = try Batch(folder, arguments: [folder.app, "--address", address], app: "serve")
      #expect(run.error == message)
      #expect(run.code == 2)
    }
  }

  extension Value {
    fileprivate var title: String? { self["elements"].items.first?["text"].text }
  }
#endif
