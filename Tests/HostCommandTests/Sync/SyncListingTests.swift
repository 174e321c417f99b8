import Testing

@Suite("`:sync` in batch")
struct SyncListingTests {
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      return udf.app { name = "notebook", features = { require "features.notes" } }
      """,
    features: [
      "notes": """
      local udf = require "udf"
      return udf.sync {
        name = "notes", key = "id", conflict = "mine",
        remote = {
          pull = function() return { changes = {}, next = "t1" } end,
          push = function(cx, mutations)
            local answers = {}
            for i, mutation in ipairs(mutations) do
              answers[i] = { id = mutation.id, refused = { code = "full", message = "no room" } }
            end
            return answers
          end,
        },
      }
      """
    ])

  @Test("shows the dead letters of a feature and the actions for them")
  func details() throws {
    let run = try Batch(
      folder, "-e", #"notes.mutate{ put = { id = "a", title = "A" } }"#, "-e", "settle()", "-e", ":sync notes")
    #expect(run.lines.first == "notes  0 rows · idle · fresh · 0 pending · 1 dead")
    #expect(run.code == 1, "an edit was refused")
    let letter = try #require(run.lines.first { $0.hasPrefix("  1  put a  ") })
    #expect(letter.hasSuffix(" ago  full: no room"))
    #expect(
      run.lines.suffix(3) == [
        "  notes.retry{ id = 1 }", #"  notes.amend{ id = 1, row = { id = "a", title = "A" } }"#,
        "  notes.bury{ id = 1 }",
      ])
    // The next run knows the dead letter from the cache.
    let next = try Batch(folder, "--json", "-e", "state.notes.count", "-e", "settle()", "-e", ":sync notes")
    let listing = try #require(next.lines.last)
    #expect(listing.hasPrefix(#"{"kind":"value","line":3,"index":1,"value":{"age":"#), "\(listing)")
    #expect(listing.contains(#""mutation":1,"op":"put","row":{"id":"a","title":"A"}"#), "\(listing)")
    #expect(next.code == 0, "no edit was refused in this run")
    let buried = try Batch(
      folder, "--keep-going", "-e", "notes.bury{ id = 7 }", "-e", "notes.bury{ id = 1 }", "-e", "#state.notes.dead")
    #expect(buried.error.hasPrefix("-e 1:1: notes/bury: there is no dead letter 7\n"), "\(buried.error)")
    #expect(buried.lines == ["0"])
  }

  @Test("lists below `:effects` the engines that pull now, or wait for a retry")
  func working() throws {
    let broken = AppFolder(
      app: """
        local udf = require "udf"
        local down = function() error("down") end
        local notes = udf.sync { name = "notes", key = "id", remote = { pull = down, push = down } }
        local tags = udf.sync { name = "tags", key = "id" }
        return udf.app { name = "notebook", features = { notes, tags } }
        """, features: [:])
    let run = try Batch(
      broken, "--settle", "1", "-e", ":effects", "-e", "state.notes.count", "-e", ":effects", "-e", ":effects tags/*")
    #expect(run.lines.first == "no effect is running")
    #expect(run.lines.contains { $0.hasPrefix("notes  0 rows · waiting · ") }, "\(run.lines)")
    #expect(run.lines.last == "no effect of tags/* is running")
  }

  @Test("shows rows that a line reads first, after the first pull, also through a view of another feature")
  func firstRead() throws {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        return udf.app { name = "notebook", features = { require "features.notes", require "features.list" } }
        """,
      features: [
        "notes": """
        return require("udf").sync {
          name = "notes", key = "id", cache = "memory",
          remote = {
            pull = function(cx)
              cx.sleep(0.01)
              return { changes = { { id = "a" } }, next = "t1" }
            end,
          },
        }
        """,
        "list": """
        return require("udf").feature {
          name = "list", reads = { "notes" }, view = function(_, _, others) return { count = others.notes.count } end,
        }
        """,
      ])
    #expect(try Batch(folder, "-e", "state.notes.count").lines == ["1"])
    #expect(try Batch(folder, "-e", "view.list.count").lines == ["1"])
    for (line, answer) in [
      ("#state['notes'].rows", "1"), ("{ count = #state.notes.rows }", "{count=1}"), (":view list", "{count=1}"),
    ] {
      #expect(try Batch(folder, "-e", line).lines == [answer], "\(line)")
    }
    for line in ["notes", "state", "nav.view or 1", ":sync", ":state", ":screen"] {
      let run = try Batch(folder, "--json", "--keep-going", "-e", line)
      #expect(run.output.contains(#""type":"notes/synced""#), "\(line)")
    }
    for line in ["1 + 1", "state.notesX", "print('the screen of notes')", "print(1) -- state", "type(nav)"] {
      let run = try Batch(folder, "--json", "-e", line)
      #expect(!run.output.contains(#""type":"notes/"#), "\(line): \(run.output)")
    }
  }

  @Test("lists all sync features, and has suggestions for a wrong name")
  func list() throws {
    let run = try Batch(folder, "-e", ":sync", "-e", ":sync note")
    #expect(run.lines == ["notes  0 rows · idle · fresh · 0 pending · 0 dead · equal to the server 0 s ago"])
    #expect(run.error == ":sync: there is no sync feature \"note\". Did you mean \"notes\"?\n")
    #expect(run.code == 1)
    #expect(try Batch(AppFolder(), "-e", ":sync").lines == ["This app has no sync features."])
  }
}
