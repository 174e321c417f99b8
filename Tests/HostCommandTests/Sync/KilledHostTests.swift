import Glibc
import Testing

@Suite("a killed host with an engine")
struct KilledHostTests {
  /// Notes for a server that answers once the file `up` exists, and writes its requests into `sent.txt`.
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      local function reach(cx)
        if not cx.services.files.exists("up") then error { code = "unavailable", message = "no network" } end
      end
      return udf.app { name = "notes", features = { udf.sync {
        name = "notes", key = "id", uses = { "files" }, lazy = false,
        remote = {
          pull = function(cx)
            reach(cx)
            return { changes = { { id = "a", title = "Mine" } } }
          end,
          push = function(cx, mutations)
            reach(cx)
            for _, mutation in ipairs(mutations) do
              cx.services.files.append("sent.txt", mutation.id .. " " .. mutation.row.title .. "\\n")
            end
          end,
        },
      } } }
      """, features: [:])

  @Test("keeps an acknowledged change after kill -9, and sends it when the server responds")
  func killed() throws {
    let first = try Terminal(folder)
    try first.waitForPrompt()
    first.type("notes.mutate{ put = { id = \"a\", title = \"Mine\" } }\n")
    // A change that the prompt shows is on the disk.
    try first.wait(forText: #"notes.rows[1]: + {id="a", title="Mine"}"#)
    kill(first.process, SIGKILL)
    #expect(first.end() == 128 + SIGKILL)
    #expect(folder.read("sent.txt") == "")

    let second = try Terminal(folder)
    try second.waitForPrompt()
    _ = try second.enter("settle(600)")
    #expect(try second.enter("state.notes.rows").contains(#"{{id="a", title="Mine"}}"#))
    #expect(try second.enter("state.notes.sync.pending").contains("1"))
    kill(second.process, SIGKILL)
    #expect(second.end() == 128 + SIGKILL)

    folder.write("up", "")
    let third = try Terminal(folder)
    try third.waitForPrompt()
    _ = try third.enter("settle(600)")
    #expect(folder.read("sent.txt") == "1 Mine\n")
    #expect(try third.enter("state.notes.rows").contains(#"{{id="a", title="Mine"}}"#))
    #expect(try third.enter("state.notes.sync.pending").contains("0"))
    #expect(try third.enter("state.notes.sync.dead").contains("0"))
    third.type(":quit\n")
    #expect(third.end() == 0)
  }
}
