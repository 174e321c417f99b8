import Testing

@Suite("Requested grants in batch")
struct GrantBatchTests {
  private let folder = AppFolder(grants: "files = { '~/notes.txt' }, env = { 'TOKEN' }")
  private let read = "services.files.read('~/notes.txt')"

  /// Another folder than the app's, which scripts may reach anyway.
  private let home = AppFolder(app: "", features: [:])

  init() { home.write("notes.txt", "milk") }

  private func run(_ arguments: String..., input: String = "", app: String? = nil) throws -> Batch {
    try Batch(
      folder, arguments: arguments, input: input, app: app,
      environment: ["HOME": home.path, "TOKEN": "t", "OTHER": "o"])
  }

  private var refusal: String {
    "shop: not granted: to read and write ~/notes.txt and to read the variable TOKEN; allow it all with --allow-requested, "
      + "or some with --grant files=\(home.path)/notes.txt --grant env=TOKEN\n"
  }

  @Test("are refused with one line that names the option, and the services refuse access")
  func refused() throws {
    let result = try run("-e", "services.env.get('TOKEN')")
    #expect(result.output == "")
    #expect(
      result.error == refusal + "TOKEN: scripts may not read this variable; grant it with --grant env=TOKEN, "
        + "or with --allow-requested if udf.app asks for it: grants = { env = { \"TOKEN\" } }\n")
    #expect(result.code == 1)
    #expect(try run("-e", "1").code == 0)
  }

  @Test("are also refused for lines from a pipe and with --json")
  func pipe() throws {
    #expect(try run(input: "1 + 1\n").error == refusal)
    #expect(try run("--json", input: "1 + 1\n").error == refusal)
  }

  @Test("are given by --allow-requested, and no others")
  func allowed() throws {
    let result = try run(
      "--allow-requested", "--keep-going", "-e", read, "-e", "services.env.get('TOKEN')", "-e",
      "services.env.get('OTHER')")
    #expect(result.output == "milk\nt\n")
    #expect(result.error.hasPrefix("OTHER: scripts may not read this variable"))
  }

  @Test("are given by --grant one by one, and the line names the others")
  func named() throws {
    let result = try run("--grant", "files=~", "-e", "services.files.size('~/notes.txt')")
    #expect(result.output == "4\n")
    #expect(
      result.error == "shop: not granted: to read the variable TOKEN; allow it all with --allow-requested, "
        + "or some with --grant env=TOKEN\n")
    #expect(try run("--grant", "files=~", "--grant", "env=TOKEN", "-e", "1").error == "")
  }

  @Test("for a file after -- are given without a question")
  func argument() throws {
    let folder = AppFolder(grants: "files = { udf.args[1] }")
    let other = AppFolder(grants: "")
    let path = other.write("list.txt", "bread")
    let result = try Batch(folder, "-e", "services.files.read('\(path)')", "--", path)
    #expect(result.output == "bread\n")
    #expect(result.error == "")
  }

  @Test(
    "for a file after -- that does not exist say that it is missing",
    arguments: ["no-such.txt", "./no/such.txt", "/no/such.txt"])
  func missingArgument(_ path: String) throws {
    let result = try Batch(
      AppFolder(grants: "files = { udf.args[1] }"), "-e", "services.files.read('\(path)')", "--", path)
    #expect(result.error.contains("\(path): no such file or folder"), "\(result.error)")
  }

  @Test("are listed by check and features without a question")
  func listed() throws {
    let check = try run(folder.app, app: "check")
    #expect(
      check.output == """
        asks to read and write ~/notes.txt and to read the variable TOKEN
        checked 1 file: no findings

        """)
    #expect(check.error == "")
    let features = try run(folder.app, app: "features")
    #expect(features.output.hasSuffix("asks to read and write ~/notes.txt and to read the variable TOKEN\n"))
    #expect(features.error == "")
    let grants = #""env":["TOKEN"],"files":["~/notes.txt"]"#
    #expect(
      try run(folder.app, "--json", app: "check").lines == [
        #"{"kind":"summary","files":1,"errors":0,"warnings":0,"grants":{\#(grants)}}"#
      ])
    #expect(try run(folder.app, "--json", app: "features").lines.last == #"{"kind":"grants",\#(grants)}"#)
  }

  @Test("are not requested by replay")
  func replay() throws {
    let session = folder.path + "/session"
    #expect(try run("--record", session, "--allow-requested", "-e", "1").code == 0)
    let result = try run(folder.app, session, app: "replay")
    #expect(result.error == "")
    #expect(result.code == 0)
  }
}
