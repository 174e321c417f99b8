import Foundation
import Testing

@Suite("the page of errors")
struct ErrorPageTests {
  /// The sections of the page by title.
  private let sections: [String: String]
  private let codes: SourceCodes

  init() throws {
    codes = try SourceCodes()
    sections = Dictionary(
      uniqueKeysWithValues: try Self.page("UDFHost/UDFHost.docc/Errors").split(separator: "\n### ").map {
        (String($0.prefix { $0 != "\n" }), String($0))
      })
  }

  @Test("has the codes of the sources, and no others")
  func complete() throws {
    #expect(codes.unknown == [], "write the code as a literal where the error is made")
    let host = ["UDFHost", "UDFTooling", "UDFCommands", "UDFConsole"].reduce(into: Set<String>()) {
      $0.formUnion(codes.literals[$1] ?? [])
    }
    #expect(listed("Codes of the host") == host)
    #expect(listed("Codes of services") == codes.literals["UDFServices"])
    #expect(listed("Codes of dead letters") == codes.literals["UDFSync"])
    #expect(listed("Codes of HTTP") == codes.cases["HTTPFailure"])
    #expect(listed("Codes of a sync server") == codes.cases["RemoteFailure"])
    #expect(listed("Codes of stored files") == codes.cases["StorageFailure"])
    #expect(listed("Codes of a shared log") == codes.cases["LogFailure"])
    #expect(listed("Exit codes of the command") == codes.cases["ExitCode"])
    #expect(codes.cases.count == 5, "a type of errors with codes is missing here")
  }

  @Test("the page of the check has the codes of findings, and no others")
  func findings() throws {
    let known = Self.codes(in: try Self.page("UDFTooling/UDFTooling.docc/Check"))
    // An error of the load has its own code.
    #expect(known.subtracting(["syntax"]) == codes.findings)
  }

  // LessonTests compares the printed texts.
  @Test("an example is an error of its code")
  func examples() throws {
    let folder = AppFolder(app: "", features: [:])
    let page = try Self.page("UDFHost/UDFHost.docc/Errors")
    folder.write("app.lua", String(try #require(page.firstMatch(of: #/```lua\n((?s:.*?))```/#)).1))
    let examples = page.matches(of: #/#### `(\w+)`[^#]*```console\n\$ udfhost (.*)\n/#)
    #expect(examples.count >= 12)
    for example in examples {
      let words = example.2.matches(of: #/'([^']*)'|\S+/#).map { String($0.1 ?? $0.0) }
      let json = try Batch(folder, arguments: words.dropFirst() + ["--json"], app: words[0], in: folder.path)
      #expect(json.lines.contains { $0.hasPrefix(#"{"kind":"error","code":"\#(example.1)","#) }, "\(example.2)")
    }
  }

  private func listed(_ title: String) -> Set<String>? { sections[title].map(Self.codes) }

  /// The codes in the headings and in the first cells of tables.
  private static func codes(in text: String) -> Set<String> {
    let headings = text.matches(of: #/(?m)^#### `(\w+)`$/#).map { String($0.1) }
    let cells = text.matches(of: #/(?m)^\| ((?:`\w+`(?:, )?)+) \|/#).flatMap { cell in
      cell.1.matches(of: #/\w+/#).map { String($0.0) }
    }
    return Set(headings + cells)
  }

  private static func page(_ name: String) throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../../Sources/\(name).md").standardized,
      encoding: .utf8)
  }
}
