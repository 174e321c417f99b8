import FolderTesting
import SeededTesting
import Testing
import UDF
import UDFSync

@Suite("Malicious seeds") struct HostileSeedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ bytes: [UInt8], as name: String) async throws -> String {
    try folder.save(bytes: bytes, to: name)
    do {
      _ = try await FileSeed("\(folder.path)/\(name)", key: "id").seed()
      return ""
    } catch {
      return "\(error)".replacing("\(folder.path)/", with: "")
    }
  }

  @Test("a row that is nested too deep is refused with its line, in every format that can contain one")
  func deep() async throws {
    let row = #"{"id":"a","x":"# + String(repeating: "[", count: 1_000_000)
    #expect(
      try await failure(Array("\n\n\(row)".utf8), as: "a.ndjson")
        == "a.ndjson:3: nested deeper than 180 levels; correct it there")
    #expect(
      try await failure(Array("[\n\(row)".utf8), as: "a.json")
        == "a.json:2: nested deeper than 180 levels; correct it there")
    let lists = try await failure(Array(String(repeating: "[", count: 1_000_000).utf8), as: "a.json")
    #expect(lists.hasPrefix("a.json:1: expected"), "\(lists)")
    #expect(lists.hasSuffix("got \"[\"; correct it there"), "\(lists)")
  }

  @Test("mutations are read or refused with the file's name", arguments: ["ndjson", "json", "csv"])
  func mutated(_ kind: String) async throws {
    let rows = (0..<20).map { #"{"id":"a\#($0)","title":"é \#($0)","n":\#($0).5,"tags":["x",null,true]}"# }
    let text =
      switch kind {
      case "ndjson": #"{"udf-seed":1,"token":"T","epoch":"E"}"# + "\n" + rows.joined(separator: "\n")
      case "json": #"{"token":"T","rows":["# + rows.joined(separator: ",\n") + "]}"
      default: "id,title,n\r\n" + (0..<20).map { "a\($0),\"é, \"\"\($0)\"\"\",\($0).5" }.joined(separator: "\r\n")
      }
    let name = "a.\(kind)"
    #expect(try await failure(Array(text.utf8), as: name) == "")
    var generator = SeededGenerator(seed: Seed.current)
    for number in 0..<Extent.runs(daily: 200, nightly: 5000) {
      let problem = try await failure(Mutated.bytes(Array(text.utf8), using: &generator), as: name)
      #expect(problem.isEmpty || problem.hasPrefix(name), "\(problem)\nmutation \(number), \(Seed.replay)")
    }
  }
}
