import Testing

@Suite("A batch that waits")
struct WaitingBatchTests {
  @Test("prints the rows of a search that was sent while the app loads its data")
  func search() throws {
    let root = DocumentationBlock.root + "/examples/packages"
    let run = try Batch(
      AppFolder(app: "", features: [:]), "--allow-requested", "-e", #"browser.search{text="editor"}"#, "-e",
      "for _, row in ipairs(view.browser.rows) do print(row) end", "--", root + "/fixtures/status",
      app: root + "/app.lua")
    #expect(run.lines.count == 2, "\(run.output)\(run.error)")
    #expect(run.lines.allSatisfy { $0.contains(" editors ") && $0.contains("editor") }, "\(run.output)")
    #expect(run.code == 0)
  }

  @Test("does not wait for the retry of a sync feature: standard error has the problem, and the exit code is 0")
  func retry() throws {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        local down = function() error("down") end
        return udf.app {
          name = "notebook", features = { udf.sync { name = "notes", key = "id", remote = { pull = down, push = down } } },
        }
        """, features: [:])
    let run = try Batch(
      folder, "-e", "notes.mutate{ put = { id = 'a' } }", "-e", "state.notes.count", "-e", "state.notes.sync.phase")
    #expect(run.lines == ["1", "waiting"])
    #expect(run.error == "sync notes: app.lua:2: down; 1 edit waits\n")
    #expect(run.code == 0)
  }
}
