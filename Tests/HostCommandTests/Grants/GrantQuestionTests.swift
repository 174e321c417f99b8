import FolderTesting
import Glibc
import Testing

@Suite("Requested grants at a terminal")
struct GrantQuestionTests {
  private let folder = AppFolder(grants: "files = { '~/Documents' }, hosts = { 'api.example.com:443' }")
  private let question = "Allow it? [y/N]"

  /// Another folder than the app's, which scripts may reach anyway.
  private let home = AppFolder(app: "", features: [:])

  init() {
    mkdir(home.path + "/Documents", 0o700)
    home.write("Documents/x", "milk")
  }

  /// The file of the answer, whose name is computed from the app's path.
  private var file: String {
    home.path + "/.config/udfhost/grants/\(folder.app.replacing("/", with: "+")).json"
  }

  private func start(_ arguments: String...) throws -> Terminal {
    try Terminal(
      folder, arguments: ["--no-color", "--watch", "off"] + arguments, columns: 200, environment: ["HOME": home.path])
  }

  /// The screen once the prompt is there, after the question was answered.
  private func screen(answering answer: String) throws -> [String] {
    let terminal = try start()
    try terminal.wait(forText: question)
    terminal.type(answer)
    try terminal.waitForPrompt()
    return terminal.screen.lines
  }

  @Test("are explained in words, and a yes is stored")
  func yes() throws {
    #expect(
      try screen(answering: "y\n") == [
        "shop wants to read and write ~/Documents and to reach api.example.com:443",
        "shop is \(folder.app). Allow it? [y/N] y",
        "The answer is kept. To be asked again: rm \(file)",
        "shop · 0 features · :help",
        "udf>",
      ])
    let again = try start()
    try again.waitForPrompt()
    #expect(again.screen.lines == ["shop · 0 features · :help", "udf>"])
    #expect(try again.enter("services.files.read('~/Documents/x')") == ["\"milk\""])
  }

  @Test("are refused by a no, which is stored too; each start names the command to be asked again")
  func no() throws {
    _ = try screen(answering: "n\n")
    let again = try start()
    try again.waitForPrompt()
    #expect(
      again.screen.lines[0]
        == "shop: refused by you: to read and write ~/Documents and to reach api.example.com:443. To be asked again: rm "
        + "\(file)".prefix(200 - 113))
    #expect(try again.enter("services.files.read('~/Documents/x')")[0].contains("scripts may not reach this file"))
    unlink(file)
    try start().wait(forText: question)
  }

  @Test("are refused by Enter; another text repeats the question, and the end of input stores no answer")
  func answers() throws {
    let terminal = try start()
    try terminal.wait(forText: question)
    terminal.type("maybe\n")
    try terminal.wait(forText: "Type y for yes, or n for no.\nshop is \(folder.app). Allow it? [y/N]")
    terminal.type("\n")
    try terminal.waitForPrompt()
    #expect(access(file, F_OK) == 0)
    unlink(file)
    _ = try screen(answering: "\u{4}")
    #expect(access(file, F_OK) != 0)
  }

  @Test("are not asked again if there are fewer, and are asked again if there are more")
  func more() throws {
    _ = try screen(answering: "y\n")
    folder.write("app.lua", AppFolder.asking(for: "hosts = { 'api.example.com:443' }"))
    let less = try start()
    try less.waitForPrompt()
    #expect(!less.screen.text.contains(question))
    folder.write("app.lua", AppFolder.asking(for: "hosts = { 'api.example.com:443', 'b.example.com' }"))
    let more = try start()
    try more.wait(forText: question)
    #expect(more.screen.lines[0] == "shop now also wants to reach b.example.com")
    more.type("n\n")
    try more.waitForPrompt()
    let after = try start()
    try after.waitForPrompt()
    #expect(after.screen.lines[0].hasPrefix("shop: refused by you: to reach b.example.com. To be asked again: rm "))
    // What was allowed before still is.
    folder.write("app.lua", AppFolder.asking(for: "files = { '~/Documents' }, hosts = { 'b.example.com' }"))
    let again = try start()
    try again.waitForPrompt()
    #expect(try again.enter("services.files.read('~/Documents/x')") == ["\"milk\""])
  }

  @Test("an answer for all, as earlier versions stored it, still counts")
  func former() throws {
    _ = try screen(answering: "n\n")
    let kept = home.read(".config/udfhost/grants/" + file.split(separator: "/").last!)
    home.write(
      ".config/udfhost/grants/" + file.split(separator: "/").last!,
      kept.replacing("\"given\": []", with: "\"allowed\": true"))
    let again = try start()
    try again.waitForPrompt()
    #expect(try again.enter("services.files.read('~/Documents/x')") == ["\"milk\""])
  }

  @Test("are stored for one app: another one with the same name asks again")
  func other() throws {
    _ = try screen(answering: "y\n")
    let other = AppFolder(grants: "hosts = { 'api.example.com:443' }")
    let terminal = try Terminal(other, "--no-color", environment: ["HOME": home.path])
    try terminal.wait(forText: question)
  }

  @Test("that were given at the terminal do not apply in batch, and -e at a terminal is batch")
  func batch() throws {
    _ = try screen(answering: "y\n")
    let read = "services.files.read('~/Documents/x')"
    #expect(try Batch(folder, "-e", read, environment: ["HOME": home.path]).error.hasPrefix("shop: not granted: "))
    let terminal = try start("-e", read)
    #expect(terminal.end() == 1)
    #expect(terminal.screen.text.hasPrefix("shop: not granted: "))
    #expect(!terminal.screen.text.contains(question))
  }

  @Test("are given by --allow-requested without a question, and not stored")
  func allowed() throws {
    let terminal = try start("--allow-requested")
    try terminal.waitForPrompt()
    #expect(terminal.screen.lines[0] == "shop · 0 features · :help")
    #expect(access(file, F_OK) != 0)
  }

  @Test("are marked if they are dangerous, and no text of the app's author can imitate the question")
  func hostile() throws {
    let folder = AppFolder(
      grants: "files = { '/', '~', 'notes\\u{202E}txt' }, hosts = { '*:*', '*.com' }", name: "nice\\27[2J\\u{2066}")
    mkdir(folder.path + "/notes\u{202E}txt", 0o700)
    let terminal = try Terminal(folder, "--no-color", columns: 200)
    try terminal.wait(forText: question)
    let name = "\"nice\\x1B[2J\\u{2066}\""
    #expect(
      terminal.screen.lines == [
        "\(name) wants to read and write /, ~ and \"~/notes\\u{202e}txt\" and to reach *:* and *.com",
        "  Caution: / is every file on this machine that you may read or write.",
        "  Caution: ~ is your whole home folder, with your keys, passwords and settings.",
        "  Caution: *:* is every server, on the internet, in your network and on this machine.",
        "  Caution: *.com is every server below com.",
        "\(name) is \(folder.app). Allow it? [y/N]",
      ])
  }

  @Test("are not asked for by test, check and replay, also at a terminal, nor if standard error is not a terminal")
  func unasked() throws {
    folder.write("a_test.lua", "require('udf.test').it('counts', function() end)")
    let session = folder.path + "/s.session"
    _ = try Batch(folder, "--record", session, "-e", "1", environment: ["HOME": home.path])
    for (command, arguments) in [("test", [folder.app]), ("check", [folder.app]), ("replay", [folder.app, session])] {
      let terminal = try Terminal(
        folder, arguments: arguments, app: command, columns: 200, environment: ["HOME": home.path])
      #expect(terminal.end() == 0, "\(command): \(terminal.screen.text)")
      #expect(!terminal.screen.text.contains("Allow it?"), "\(command)")
    }
    let terminal = try Terminal(
      folder, arguments: ["-c", "'\(Launch.command)' '\(folder.app)' --no-color 2>errors.txt"], program: "/bin/sh",
      in: folder.path,
      columns: 200, environment: ["HOME": home.path])
    try terminal.waitForPrompt()
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(!terminal.screen.text.contains("Allow it?"))
    #expect(folder.read("errors.txt").hasPrefix("shop: not granted: "))
    #expect(access(file, F_OK) != 0)
  }

  @Test("for a link in the app's folder show the target of the link")
  func link() throws {
    let folder = AppFolder(grants: "files = { 'data' }")
    let other = try TemporaryFolder()
    symlink(other.path, folder.path + "/data")
    try Terminal(folder, "--no-color").wait(forText: "shop wants to read and write \(other.path)")
  }
}
