import Dispatch
import FolderTesting
import Glibc
import Testing

@Suite("udfhost data")
struct DataCommandTests {
  private let bank = BankFolder()

  @Test("lists each folder with app, path, size, last use and unsent mutations, also as JSON")
  func list() throws {
    #expect(try bank.command("list").output == "no app has kept data in \(bank.data)\n")
    try bank.keep()
    let other = try TemporaryFolder()
    symlink(other.path, bank.data + "/link")
    let lines = try bank.command("list").lines
    #expect(lines.count == 3)
    #expect(lines[0] == "bank  \(bank.app)")
    #expect(lines[1] == "  \(bank.folder)")
    let facts = #/  \d+ kB, last used \d{4}-\d\d-\d\d \d\d:\d\d, 2 unsent edits/#
    #expect(lines[2].wholeMatch(of: facts) != nil, "\(lines[2])")
    let json = try bank.command("list", "--json").output
    #expect(json.hasPrefix(#"{"kind":"data","app":"bank","file":"\#(bank.app)","folder":"\#(bank.folder)","bytes":"#))
    #expect(json.hasSuffix(",\"unsent\":2}\n"))
  }

  @Test("counts the actions that wait for a shared log")
  func waitingActions() throws {
    _ = try bank.run("votes.add{}", "votes.add{}", options: ["--log", "redis://127.0.0.1:1"])
    #expect(try bank.command("list").lines.last?.hasSuffix(", 2 unsent edits") == true)
    try bank.keep()
    #expect(try bank.command("list").lines.last?.hasSuffix(", 4 unsent edits") == true)
  }

  @Test("adopt moves a folder to an app that has none, and to no other")
  func adopt() throws {
    try bank.keep()
    let old = bank.name
    bank.move(to: "moved")
    let run = try bank.command("adopt", old, bank.app)
    #expect(run.output == "bank has the data now: \(bank.folder)\n")
    #expect(try bank.run("services.kv.get('token')").output == "t1\n")
    let other = BankFolder(home: bank.home)
    try other.keep()
    let refused = try bank.command("adopt", bank.name, other.app)
    #expect(
      refused.error == """
        \(other.folder): the app has data already; to replace it: udfhost data remove \(other.name)
          Nothing was changed.

        """)
    #expect(refused.code == 1)
    let missing = try bank.command("adopt", "nowhere", bank.app)
    #expect(missing.error == "nowhere: no app keeps its data there\n  To see the folders: udfhost data list\n")
    #expect(missing.code == 2)
  }

  @Test("remove asks at a terminal, and requires --yes elsewhere")
  func remove() throws {
    try bank.keep()
    let batch = try bank.command("remove", bank.name)
    #expect(
      batch.error == "\(bank.folder): there is no terminal to ask at\n  To remove it without a question, give --yes\n")
    #expect(batch.code == 2)
    let no = try bank.terminal(command: "remove", bank.name)
    try no.wait(forText: "Remove the data of bank, \(bank.app)? That cannot be undone. [y/N]")
    no.type("\n")
    #expect(no.end() == 0)
    #expect(access(bank.folder, F_OK) == 0)
    let yes = try bank.terminal(command: "remove", bank.name)
    try yes.wait(forText: "[y/N]")
    yes.type("y\n")
    #expect(yes.end() == 0)
    #expect(access(bank.folder, F_OK) != 0)
  }

  @Test("folders that no app has made are not removed, whatever their names are", arguments: ["..", ".", ""])
  func others(name: String) throws {
    try bank.keep()
    let other = try TemporaryFolder()
    let file = try other.save("kept", to: "file")
    for name in [name, name + other.path, other.path] {
      #expect(try bank.command("remove", name, "--yes").code == 2)
    }
    #expect(access(bank.folder, F_OK) == 0)
    #expect(access(file, F_OK) == 0)
  }

  @Test("a link in a folder is removed, and not its target")
  func link() throws {
    try bank.keep()
    let other = try TemporaryFolder()
    let file = try other.save("kept", to: "file")
    symlink(other.path, bank.folder + "/link")
    #expect(try bank.command("remove", bank.name, "--yes").output == "removed \(bank.folder)\n")
    #expect(access(bank.folder, F_OK) != 0)
    #expect(access(file, F_OK) == 0)
  }

  @Test("a folder that a host uses is neither removed nor adopted")
  func busy() throws {
    try bank.keep()
    let terminal = try bank.terminal()
    try terminal.waitForPrompt()
    _ = try terminal.enter("services.kv.get('token')")
    let user = "\(bank.folder)/kv.sqlite: is used by process \(terminal.process); close it and try again"
    let removed = try bank.command("remove", bank.name, "--yes")
    #expect(removed.error == "\(user)\n  Nothing was removed.\n")
    #expect(removed.code == 1)
    let other = BankFolder(home: bank.home)
    #expect(try bank.command("adopt", bank.name, other.app).error == "\(user)\n  Nothing was changed.\n")
    #expect(access(bank.folder + "/kv.sqlite", F_OK) == 0)
  }
}
