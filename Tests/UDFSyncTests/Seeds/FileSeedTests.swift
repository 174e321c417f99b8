import FolderTesting
import Testing
import UDF
import UDFSync

@Suite("Seeds from files") struct FileSeedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func seed(_ text: String, as name: String, key: String = "id") async throws -> Seed? {
    try folder.save(bytes: Array(text.utf8), to: name)
    return try await FileSeed("\(folder.path)/\(name)", key: key).seed()
  }

  private func failure(_ text: String, as name: String) async -> String {
    do {
      _ = try await seed(text, as: name)
      return "none"
    } catch {
      return "\(error)".replacing("\(folder.path)/", with: "")
    }
  }

  private static let rows = [
    SyncRow(RowKey("a1"), body: Array(#"{"id":"a1","n":1.0}"#.utf8)),
    SyncRow(RowKey("2"), body: Array(#"{ "n" : 1e2, "id":2 }"#.utf8)),
  ]

  @Test("lines of rows keep their bytes, and the token is in the first line")
  func lines() async throws {
    let text = #"{"id":"a1","n":1.0}"# + "\n\n" + #" { "n" : 1e2, "id":2 } "# + "\r\n"
    #expect(try await seed(text, as: "a.ndjson") == Seed(Self.rows))
    #expect(
      try await seed(#"{"udf-seed":1,"token":"T7"}"# + "\n" + text, as: "a.ndjson") == Seed(Self.rows, token: "T7"))
    #expect(try await seed(#"{"udf-seed":1}"#, as: "a.ndjson") == Seed([]))
    #expect(
      try await seed(#"{"udf-seed":1,"token":"T7","epoch":"E1"}"#, as: "a.ndjson") == Seed([], token: "T7", epoch: "E1")
    )
  }

  @Test("a document is a list of rows, or an object with it and the token")
  func document() async throws {
    let text = #"[{"id":"a1","n":1.0},"# + "\n" + #"{ "n" : 1e2, "id":2 }]"#
    #expect(try await seed(text, as: "a.json") == Seed(Self.rows))
    let object = #"{"made":[1],"token":"T7","rows":\#(text)}"#
    #expect(try await seed(object, as: "a.json") == Seed(Self.rows, token: "T7"))
    #expect(try await seed(#"{"token":null,"epoch":null,"rows":[]}"#, as: "a.json") == Seed([]))
    #expect(
      try await seed(#"{"token":"T7","epoch":"E1","rows":[]}"#, as: "a.json") == Seed([], token: "T7", epoch: "E1"))
  }

  @Test("a table has the fields in its first line, and strings as values")
  func table() async throws {
    let text = "id,title,text\r\na1,\"a \"\"b\"\"\",\"two\nlines, one comma\"\r\n2,,\r\n"
    let rows = try #require(try await seed(text, as: "a.csv")).rows
    #expect(
      rows.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"id":"a1","title":"a \"b\"","text":"two\nlines, one comma"}"#, #"{"id":"2","title":"","text":""}"#,
      ])
    #expect(rows.map(\.key) == [RowKey("a1"), RowKey("2")])
    #expect(try await seed("id,title", as: "a.csv") == Seed([]))
  }

  @Test(
    "a byte order mark is not a part of a seed",
    arguments: [("csv", "id\na1"), ("json", #"[{"id":"a1"}]"#), ("ndjson", #"{"id":"a1"}"#)])
  func mark(_ kind: String, _ text: String) async throws {
    let row = SyncRow(RowKey("a1"), body: Array(#"{"id":"a1"}"#.utf8))
    #expect(try await seed("\u{FEFF}" + text, as: "a.\(kind)") == Seed([row]))
  }

  @Test(
    "an empty seed has no rows, and a missing one is an error", arguments: ["ndjson", "json", "csv"])
  func emptyAndMissing(_ kind: String) async throws {
    #expect(try await seed("", as: "a.\(kind)") == Seed([]))
    #expect(try await seed(" \n", as: "a.\(kind)") == Seed([]))
    let missing = FileSeed("\(folder.path)/none.\(kind)")
    await #expect(
      throws: SeedFailure(
        "\(folder.path)/none.\(kind): No such file or directory; see that the app has it there, or name no seed")
    ) { try await missing.seed() }
    let folder = FileSeed(folder.path)
    await #expect(
      throws: SeedFailure("\(folder.path): Is a directory; see that the app has it there, or name no seed")
    ) { try await folder.seed() }
    #expect(NoSeed().seed() == nil)
  }

  @Test("a row with a date in the future has no special meaning")
  func future() async throws {
    let seed = try #require(try await seed(#"{"id":"a1","date":"2999-01-01T00:00:00Z"}"#, as: "a.ndjson"))
    #expect(seed.token == nil)
    #expect(seed.rows.map(\.version) == [0])
  }

  @Test("an error in a seed is reported with its line")
  func wrong() async throws {
    let good = #"{"id":"a1"}"# + "\n"
    #expect(
      await failure(good + #"{"id":"a2",}"#, as: "a.ndjson")
        == #"a.ndjson:2: expected a name in double quotes, got "}"; correct it there"#)
    #expect(
      await failure(good + "\n" + #"{"title":"a2"}"#, as: "a.ndjson")
        == #"a.ndjson:3: the row has no field "id" to hold its key; correct it there"#)
    #expect(
      await failure(good + good, as: "a.ndjson") == "a.ndjson:2: the row “a1” is also in line 1; correct it there")
    #expect(
      await failure(good + "[1]", as: "a.ndjson")
        == #"a.ndjson:2: expected a row, as in {"id": …}, got "["; correct it there"#)
    #expect(await failure(#"{"id":""}"#, as: "a.ndjson") == "a.ndjson:1: the key is empty; correct it there")
    #expect(
      await failure(#"{"udf-seed":2}"#, as: "a.ndjson")
        == "a.ndjson:1: the seed has format 2, and this app supports 1; correct it there")
    #expect(
      await failure("[\(good),\n\(good)]", as: "a.json")
        == "a.json:3: the row “a1” is also in line 1; correct it there")
    #expect(
      await failure("[\(good)", as: "a.json") == #"a.json:2: expected "]", got the end; correct it there"#)
    #expect(
      await failure(#"{"row":[]}"#, as: "a.json")
        == #"a.json:1: expected {"token": "…", "rows": […]}; correct it there"#)
    #expect(
      await failure("id,t\na1,\"x\ny\"\n\na2,1,2\n", as: "a.csv")
        == "a.csv:5: has 3 values for 2 fields; correct it there")
    #expect(
      await failure("id,t\na1,\"x\ny\"\n\na1,1\n", as: "a.csv")
        == "a.csv:5: the row “a1” is also in line 2; correct it there")
    #expect(
      await failure("id,t,t\na1,1,2", as: "a.csv")
        == "a.csv:1: has two fields \"t\"; give one of them another name")
    #expect(await failure("id,t\na1,\"x", as: "a.csv") == "a.csv: a quote is missing; write one in a value as \"\"")
    #expect(
      await failure("name\na1", as: "a.csv") == #"a.csv:2: the row has no field "id" to hold its key; correct it there"#
    )
    #expect(
      await failure("", as: "a.xml")
        == "a.xml: has an unknown format; give a file whose name ends in .ndjson, .json or .csv")
  }
}
