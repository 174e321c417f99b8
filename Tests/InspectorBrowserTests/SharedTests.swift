import FolderTesting
import LogTesting
import Testing

@Suite("A shared log in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct SharedTests {
  private static let files = [
    "app.lua": """
    local udf = require "udf"
    local board = udf.feature {
      name = "board", shared = true, state = { cards = udf.list {} }, actions = { add = { title = "string" } },
      reduce = { add = function(state, action) table.insert(state.cards, action.title) end },
    }
    return udf.app { name = "board", features = { board } }
    """
  ]

  @Test("shows whose action it was, where it is in the log, and who else is there")
  func hosts() throws {
    let folder = try TemporaryFolder()
    let log = "sqlite:\(folder("board.log"))"
    let page = try InspectorPage(of: try InspectedApp(files: Self.files, "--log", log, "--log-name", "till-1"))
    try page.prompt("board.add{ title = 'mine' }")
    try page.choose("#1")
    try page.open("action")
    try page.waitForText("till-1", in: "action-view dl")
    try page.waitForText("position 1", in: "action-view dl")

    let other = try InspectorPage(of: try InspectedApp(files: Self.files, "--log", log, "--log-name", "till-2"))
    try other.prompt("board.add{ title = 'theirs' }")
    try page.waitForText("till-2", in: "#actions")
    try page.open("sync")
    try page.waitForText("till-2 last entry 2", in: "sync-view")
    try page.waitForText("2 of 2", in: "sync-view")
    try page.waitForText("live", in: "sync-view h3")
    #expect(try page.complaints == [])
  }

  #if Redis
    @Test("shows that the log has not confirmed an action, and later that it has")
    func optimistic() throws {
      let server = try RedisServer()
      let page = try InspectorPage(of: try InspectedApp(files: Self.files, "--log", "redis://127.0.0.1:\(server.port)"))
      server.kill()
      try page.prompt("board.add{ title = 'mine' }")
      try page.browser.wait(until: "document.querySelector('#actions .row.optimistic')")
      try page.choose("#1")
      try page.open("action")
      try page.waitForText("optimistic: not confirmed", in: "action-view dl")
      try page.open("sync")
      try page.waitForText("disconnected", in: "sync-view h3")
      try page.waitForText("1 own action", in: "sync-view dl")
      try server.start()
      try page.waitForText("0 own actions", in: "sync-view dl")
      try page.browser.wait(until: "!document.querySelector('#actions .row.optimistic')")
      try page.open("action")
      try page.waitForText("position 1", in: "action-view dl")
      #expect(try page.complaints == [])
    }
  #endif
}
