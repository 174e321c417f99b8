import Glibc
import Testing

@Suite("The data folders of apps")
struct DataFolderTests {
  private let bank = BankFolder()
  private let get = "services.kv.get('token')"

  @Test("two apps with one name share nothing, and do not affect each other")
  func twins() throws {
    try bank.keep()
    let other = BankFolder(home: bank.home)
    let run = try other.run(get)
    #expect(run.output == "nil\n")
    #expect(run.error == "")
    #expect(try bank.run(get).output == "t1\n")
  }

  @Test("a logout removes all data of the user, and no files of other programs")
  func wiped() throws {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        local session = udf.feature {
          name = "session", state = {}, actions = { logOut = {} }, reduce = { logOut = function() end },
          effects = { logOut = function(cx) cx.wipe() end },
        }
        return udf.app { name = "bank", features = { session, udf.sync { name = "notes", key = "id" } } }
        """, features: [:])
    let data = folder.path + "/data"
    func run(_ lines: String...) throws -> Batch {
      try Batch(folder, arguments: ["--data", data] + lines.flatMap { ["-e", $0] })
    }
    _ = try run(#"services.kv.set("token", "t1")"#, #"notes.mutate{ put = { id = 1, text = "milk" } }"#, "settle()")
    let left = ["kv.damaged-1.sqlite", "kv.log.imported", "sync/gone.sqlite", "sync/gone.sqlite-wal", "sync/old.json"]
    for name in left + ["mine.txt"] { folder.write("data/" + name, "of ann") }
    let logout = try run("session.logOut{}", "services.kv.get('token')", "state.notes.count")
    #expect(logout.output == "nil\n0\n")
    #expect(logout.error == "")
    for name in left { #expect(access("\(data)/\(name)", F_OK) != 0, "\(name)") }
    #expect(folder.read("data/mine.txt") == "of ann")
    #expect(try run("services.kv.get('token')", "state.notes.count").output == "nil\n0\n")
  }

  @Test("a place for data that is a file, or below one, is refused before the app starts")
  func file() throws {
    let folder = AppFolder(app: "error('not reached')", features: [:])
    folder.write("notes", "mine")
    let notes = folder.path + "/notes"
    for (place, problem) in [
      (notes, "\(notes) cannot be a folder, because it is a file"),
      (notes + "/data/1", "\(notes)/data/1 cannot be a folder, because \(notes) is a file"), ("", "name a folder"),
    ] {
      let run = try Batch(folder, arguments: ["--data", place, "-e", "1"])
      #expect(run.error == "--data: \(problem)\n")
      #expect(run.code == 2)
    }
    #expect(folder.read("notes") == "mine")
  }

  @Test("an app without a name is refused", arguments: ["", "  "])
  func nameless(name: String) throws {
    let run = try BankFolder(name: name).run("1")
    #expect(run.error.hasPrefix("app.lua:7:18: udf.app: name must not be empty\n"), "\(run.error)")
    #expect(run.code == 2)
  }

  @Test("in batch, a moved app begins without data, and the former data is reported")
  func moved() throws {
    try bank.keep()
    let old = bank.folder
    bank.move(to: "new place")
    let run = try bank.run(get)
    #expect(run.output == "nil\n")
    #expect(
      run.error
        == "bank: starts without data; an app of the same name has left \(old), with 2 unsent edits. To use it, "
        + "give --data \(old), or run: udfhost data adopt \(old) '\(bank.app)'\n")
    let named = try bank.run(get, options: ["--data", old])
    #expect(named.output == "t1\n")
    #expect(!named.error.contains("left behind"))
  }

  @Test("at a terminal, a moved app gets its data after a yes, with pending mutations")
  func adopted() throws {
    try bank.keep()
    let old = bank.folder
    bank.move(to: "moved")
    let terminal = try bank.terminal()
    try terminal.wait(forText: "should it have this data? [y/N]")
    let lines = terminal.screen.lines
    #expect(
      lines[0].hasPrefix("bank has no data yet. Data under the same name is of an app that is no longer there, /"))
    #expect(lines[1] == "  \(old)")
    #expect(lines[2].hasSuffix(", 2 unsent edits"))
    #expect(lines[3] == "Is \(bank.app) the same app, and should it have this data? [y/N]")
    terminal.type("y\n")
    try terminal.waitForPrompt()
    #expect(try terminal.enter(get) == ["\"t1\""])
    #expect(access(old, F_OK) != 0)
    #expect(access(bank.folder + "/sync/notes.sqlite", F_OK) == 0)
  }

  @Test("after a no, it begins without data, and does not ask again")
  func refused() throws {
    try bank.keep()
    let old = bank.folder
    bank.move(to: "moved")
    let terminal = try bank.terminal()
    try terminal.wait(forText: "[y/N]")
    terminal.type("n\n")
    try terminal.waitForPrompt()
    #expect(
      terminal.screen.text.contains(
        "bank starts without data. To use the other data before it has its own: udfhost data adopt \(old) \(bank.app)"))
    #expect(try terminal.enter(get) == ["nil"])
    let again = try bank.terminal()
    try again.waitForPrompt()
    #expect(again.screen.lines[0].hasPrefix("bank · 2 features"))
    #expect(try bank.command("adopt", old, bank.app).code == 0)
    #expect(try bank.run(get).output == "t1\n")
  }

  @Test("a folder of an earlier version, which is named after the app only, is not taken over without a question")
  func former() throws {
    try bank.keep()
    rename(bank.folder, bank.data + "/bank")
    let run = try bank.run(get)
    #expect(run.output == "nil\n")
    #expect(
      run.error.hasPrefix("bank: starts without data; an app of the same name has left \(bank.data)/bank, with 2 "))
    let terminal = try bank.terminal()
    try terminal.wait(forText: "[y/N]")
    #expect(terminal.screen.text.contains("Data under the same name was kept by an earlier version of udfhost:"))
    terminal.type("y\n")
    try terminal.waitForPrompt()
    #expect(try terminal.enter(get) == ["\"t1\""])
  }

  @Test("an app with any path and name has a folder, which is listed")
  func long() throws {
    let bank = BankFolder(name: "../b.nk@+%")
    bank.move(to: String(repeating: "é", count: 100))
    #expect(try bank.run("services.kv.set('token', 't2')").code == 0)
    #expect(try bank.run(get).output == "t2\n")
    #expect(try bank.command("list").lines.first == "../b.nk@+%  \"\(bank.app)\"")
  }
}
