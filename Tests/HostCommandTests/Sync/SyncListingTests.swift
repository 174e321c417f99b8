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

  @Test("shows the dead letters of a feature and what to send about them")
  func details() throws {
    let run = try Batch(
      folder, "-e", #"notes.mutate{ put = { id = "a", title = "A" } }"#, "-e", "settle()", "-e", ":sync notes")
    #expect(run.lines.first == "notes  0 rows · idle · fresh · 0 pending · 1 dead")
    let letter = try #require(run.lines.first { $0.hasPrefix("  1  put a  ") })
    #expect(letter.hasSuffix(" ago  full: no room"))
    #expect(
      run.lines.suffix(3) == [
        "  notes.retry{ id = 1 }", #"  notes.amend{ id = 1, row = {id="a", title="A"} }"#, "  notes.bury{ id = 1 }",
      ])
    // The next run knows the dead letter from the cache.
    let next = try Batch(folder, "--json", "-e", "state.notes.count", "-e", "settle()", "-e", ":sync notes")
    let listing = try #require(next.lines.last)
    #expect(listing.hasPrefix(#"{"kind":"value","value":{"age":"#), "\(listing)")
    #expect(listing.contains(#""mutation":1,"op":"put","row":{"id":"a","title":"A"}"#), "\(listing)")
  }

  @Test("lists all sync features, opens none, and knows whom a wrong name may mean")
  func list() throws {
    let run = try Batch(folder, "-e", ":sync", "-e", ":sync note")
    #expect(run.lines == ["notes  0 rows · closed · stale · 0 pending · 0 dead"])
    #expect(run.error == ":sync: there is no sync feature \"note\". Did you mean \"notes\"?\n")
    #expect(run.code == 1)
    #expect(try Batch(AppFolder(), "-e", ":sync").lines == ["This app has no sync features."])
  }
}
