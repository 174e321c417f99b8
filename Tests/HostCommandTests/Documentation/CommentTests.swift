import Testing

@Suite("examples in the doc comments of UDF and UDFTesting")
struct CommentTests {
  /// Functions and types without an example, with the reason.
  private static let exempt = [
    "Presence": "only the library makes it, for an effect of a part of the state",
    "ThrottleWindow": "only the library makes it, for a throttled effect",
    "InstanceBuilder": "the compiler calls it for the closure of Container.shared",
    "InstanceBuilder.buildBlock": "the compiler calls it",
    "EntityRows.makeIterator": "for and map call it",
    "EntityKey.hash": "dictionaries call it",
    "Journaled.beginEdits": "Recorded calls it",
    "Journaled.endEdits": "Recorded calls it",
    "Journaled.redo": "Recorded calls it",
    "EntityTable.beginEdits": "Recorded calls it",
    "EntityTable.endEdits": "Recorded calls it",
    "EntityTable.undo": "Recorded calls it",
    "EntityTable.redo": "Recorded calls it",
    "TestClock.Instant.advanced": "clocks call it",
    "TestClock.Instant.duration": "clocks call it",
    "NavigationPath.init": "a decoder calls the one without an example",
    "Reducer.init": "the others are unavailable, for their error messages",
  ]

  /// Properties without an example, with the reason.
  private static let exemptProperties = [
    "EntityQuery.predicate": "the function filter sets it",
    "EntityRows.startIndex": "for and map call it",
    "EntityRows.endIndex": "for and map call it",
    "EntityTable.customMirror": "Mirror calls it",
    "NavigationEntry.wanted": "NavigationStep.resume reads it",
    "TestClock.minimumResolution": "clocks call it",
  ]

  /// Symbols whose comment is that of the protocol that requires them, by their last name.
  private static let inherited: Set = [
    "description", "==", "<", "hash", "startIndex", "endIndex", "makeIterator", "advanced", "duration", "now",
    "minimumResolution", "sleep", "beginEdits", "endEdits", "Edit",
  ]

  /// The examples of each type, of which its members may be part.
  private static let examplesOfTypes: [String: String] = {
    var texts: [String: String] = [:]
    for file in CommentedFile.all {
      let text = file.examples.map(\.text).joined(separator: "\n")
      for symbol in file.symbols where symbol.kind == .type { texts[symbol.name, default: ""] += text }
    }
    return texts
  }()

  private static let allExamples = CommentedFile.all.flatMap(\.examples).map(\.text)

  private static func lastName(_ symbol: CommentedFile.Symbol) -> String {
    symbol.name.split(separator: ".").last.map(String.init) ?? ""
  }

  /// Whether an example of its file, or of the file of its type, uses a symbol.
  private static func isUsed(_ symbol: CommentedFile.Symbol, in file: CommentedFile) -> Bool {
    let parts = symbol.name.split(separator: ".").map(String.init)
    let type = parts.dropLast().joined(separator: ".")
    let texts = file.examples.map(\.text) + [examplesOfTypes[type] ?? ""]
    guard let name = parts.last, name != "callAsFunction" else { return texts.contains { !$0.isEmpty } }
    let owner = parts.dropLast().last ?? ""
    let calls = name == "init" ? ["\(owner)(", "\(owner)<", "\(owner) {"] : ["\(name)(", "\(name) {"]
    return texts.contains { text in calls.contains { text.contains($0) } }
  }

  /// Whether an example uses a property: mostly those of other types do, such as `store.state`.
  private static func isUsed(property symbol: CommentedFile.Symbol) -> Bool {
    let name = lastName(symbol)
    let uses = name == "subscript" ? ["["] : [".\(name)", "var \(name):"]
    return allExamples.contains { text in uses.contains { text.contains($0) } }
  }

  @Test("each public symbol has a comment, or that of the protocol which requires it")
  func comments() {
    let missing = CommentedFile.all.flatMap(\.symbols).filter { !$0.hasComment }.filter {
      !Self.inherited.contains(Self.lastName($0)) && Self.exempt[$0.name] == nil && $0.name != "EntityRows.subscript"
    }
    #expect(missing.map(\.name) == [])
  }

  @Test("each public type, function, initializer and property is in an example, or is listed with a reason")
  func complete() {
    var known: Set<String> = []
    var missing: [String] = []
    for file in CommentedFile.all {
      for symbol in file.symbols {
        known.insert(symbol.name)
        // An operator is used as everywhere; a type in a type belongs to the example of the outer one.
        if symbol.hasExample || symbol.name.last?.isLetter == false { continue }
        let outer = symbol.name.split(separator: ".").dropLast().joined(separator: ".")
        let isUsed =
          switch symbol.kind {
          case .type: Self.examplesOfTypes[outer]?.isEmpty == false
          case .function: Self.isUsed(symbol, in: file)
          case .property: Self.isUsed(property: symbol)
          case .other: true
          }
        if isUsed || Self.exempt[symbol.name] != nil || Self.exemptProperties[symbol.name] != nil { continue }
        missing.append(symbol.name)
      }
    }
    #expect(known.count > 400)
    #expect(missing == [])
    for name in Array(Self.exempt.keys) + Self.exemptProperties.keys where !known.contains(name) {
      Issue.record("there is no public symbol \(name)")
    }
  }

  @Test("each example compiles")
  func compile() throws {
    let folder = AppFolder(app: "", features: [:])
    let prelude = folder.write("Prelude.swift", CommentPrelude.text)
    let examples = CommentedFile.all.flatMap(\.examples)
    #expect(examples.count > 130)
    let known = Set(examples.map(\.id))
    for id in CommentContexts.all.keys where !known.contains(id) { Issue.record("there is no example \(id)") }
    // Declarations of a file would replace those of the prelude in the others.
    let files = examples.filter { !Self.isFile($0) }
    for group in [files] + examples.filter(Self.isFile).map({ [$0] }) {
      let paths = group.map { folder.write("\($0.id.replacing("#", with: "-")).swift", Self.page($0)) }
      let files = ([prelude] + paths).joined(separator: " ")
      let compiler = try Batch(folder, command: SwiftPage.compiler + "-wmo " + files)
      #expect(compiler.code == 0, "\(compiler.error)")
    }
  }

  /// Whether an example declares what a function cannot contain.
  private static func isFile(_ example: CommentedFile.Example) -> Bool {
    example.text.contains(#/(?m)^(protocol|extension|@Test)\b/#)
  }

  /// A file with one example.
  private static func page(_ example: CommentedFile.Example) -> String {
    var context = CommentContexts.all[example.id] ?? ""
    let imports = CommentPrelude.imports + (example.text.contains("@Test") ? "import Testing\n" : "")
    if isFile(example) { return "\(imports)\(context)\n\(example.text)\n" }
    if !context.contains("$example") {
      let isEffect = example.text.contains(#/(?m)^return /#)
      context += "\n\(isEffect ? "func effect() -> Effect<UserListAction>" : "do") {\n$example\n}"
    }
    let body = context.replacing("$example", with: example.text)
    return "\(imports)fileprivate func page() async throws {\n\(body)\n}\n"
  }
}
