import Glibc
import Platform
import Testing
import UDFServices

@Suite("blocks of code in the documentation")
struct DocumentationTests {
  private static let languages: Set = ["console", "json", "lua", "swift", "text", "sh", "elm", "ts"]

  /// Blocks that are not run, with the reason. Those of `text` show what something prints or sends, and are in the language of
  /// no program; those of `elm` and `ts` are code of other libraries.
  private static let exempt = [
    "swift of FromTCA#1": "it is written for another library",
    "swift of Embedding#1": "it is the manifest of a package; the smoke test of examples/embedded builds its targets",
    "lua of Embedding#1": "its app needs a Swift program; the smoke test of examples/embedded runs it",
    "sh of Embedding#1": "it builds a package for release; see the smoke test of examples/embedded",
    "lua of UDFHost#1": "its app needs a Swift program; see DocumentationExamples of UDFHostTests",
    "sh of README#1": "it builds the project, as scripts/test does",
    "sh of README#2": "it installs a package; scripts/package --try does that",
    "sh of Security#1": "it needs systemd",
    "sh of Conformance#1": "it needs a server on the network; see SyncCheckTests",
    "sh of Services#1": "it shows an option only; see GrantBatchTests",
  ]

  private static func run(_ language: String) -> [DocumentationBlock] {
    DocumentationBlock.of(language).filter { exempt["\($0)"] == nil }
  }

  @Test("each block names its language, and is run or listed as an exception")
  func languages() {
    #expect(DocumentationBlock.pages.count > 35)
    for block in DocumentationBlock.all {
      #expect(Self.languages.contains(block.language), "\(block.page): \(block.text.prefix(60))")
    }
    for block in DocumentationBlock.of("sh") { #expect(Self.exempt["\(block)"] != nil, "\(block)") }
    let known = Set(DocumentationBlock.all.map { "\($0)" })
    let named =
      Self.exempt.keys + ConsoleContexts.exempt.keys.map { "console of \($0)" }
      + ConsoleContexts.all.keys.map { "console of \($0)" } + LuaContexts.all.keys.map { "lua of \($0)" }
    for name in named where !known.contains(name) { Issue.record("there is no block \(name)") }
  }

  @Test("JSON can be read", arguments: run("json"))
  func json(_ block: DocumentationBlock) throws {
    do { _ = try JSONReader.value(of: Array(block.text.utf8)) } catch {
      for line in block.text.split(separator: "\n") { _ = try JSONReader.value(of: Array(line.utf8)) }
    }
  }

  @Test("Lua passes the check and its tests", arguments: run("lua").filter { $0.page != "FirstApp" })
  func lua(_ block: DocumentationBlock) throws {
    let folder = AppFolder(app: "", features: [:])
    var files = LuaContexts.all[block.id] ?? [:]
    if !files.values.contains(where: { $0.contains("$block") }) {
      let head = block.text.contains("local udf =") ? "" : "local udf = require \"udf\" "
      files[block.text.contains("return udf.app") ? "app.lua" : "block.lua"] = head + "$block"
    }
    if files["app.lua"] == nil {
      files["app.lua"] = "return require(\"udf\").app { name = \"block\", features = { require \"block\" } }\n"
    }
    for (name, text) in files { folder.write(name, text.replacing("$block", with: block.text)) }
    let check = try Batch(folder, "app.lua", app: "check", in: folder.path)
    #expect(check.lines.last?.hasSuffix("no findings") == true, "\(check.output)\(check.error)")
    guard files.keys.contains(where: { $0.hasSuffix("_test.lua") }) else { return }
    let tests = try Batch(folder, ".", app: "test", in: folder.path)
    #expect(tests.code == 0, "\(tests.output)\(tests.error)")
  }

  @Test("Swift compiles")
  func swift() throws {
    let folder = AppFolder(app: "", features: [:])
    let pages = Dictionary(grouping: Self.run("swift"), by: \.page).mapValues(SwiftPage.init)
    // Declarations of a file would shadow those of modules in the others.
    let single = pages.filter { !$0.value.declarations.isEmpty }
    for group in single.map({ [$0.key: $0.value] }) + [pages.filter { single[$0.key] == nil }] {
      let files = group.map { folder.write("\($0.key).swift", $0.value.text) }
      let compiler = try Batch(folder, command: SwiftPage.compiler + files.joined(separator: " "))
      #expect(compiler.code == 0, "\(group.keys.sorted())\n\(compiler.error)")
    }
  }
}
