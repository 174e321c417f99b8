/// The blocks of Swift of a page as a file that can be compiled.
///
/// Each block has a scope inside the scope of the block before it, so it can use and redeclare the earlier names.
struct SwiftPage {
  private var imports: Set<Substring> = []
  private var body = ""
  private var depth = 0
  /// Blocks with declarations that only a file can have.
  private(set) var declarations = ""

  init(_ blocks: [DocumentationBlock]) {
    let page = blocks.first?.page ?? ""
    body += code(SwiftContexts.all[page] ?? "")
    for block in blocks {
      let context = code(SwiftContexts.all[block.id] ?? "")
      let text = code(block.text)
      if text.contains(#/(?m)^(protocol|extension) /#) {
        declarations += context + text
      } else {
        body += "do { // \(block.id)\n\(context)do {\n\(text)"
        depth += 2
      }
    }
  }

  /// Without its imports, which are for the whole file.
  private mutating func code(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    imports.formUnion(lines.filter { $0.hasPrefix("import ") })
    return lines.filter { !$0.hasPrefix("import ") }.map { $0 + "\n" }.joined()
  }

  var text: String {
    """
    \(imports.sorted().joined(separator: "\n"))
    \(declarations)
    fileprivate func page() async throws {
    \(body)\(String(repeating: "}\n", count: depth + 1))
    """
  }

  /// The command that checks files, up to their names: with the modules that were built with this test.
  static var compiler: String {
    let built = String(Launch.program("").dropLast())
    let maps = [
      "\(built)/LuaKernel.build", "\(built)/CallerIdentity.build", "\(built)/InspectorFiles.build", "Sources/CLua",
      "Sources/CCurl", "Sources/CReadline", "Sources/CHiredis", "Sources/CPQ",
      "\(built)/../../checkouts/GRDB.swift/Sources/GRDBSQLite",
      "\(built)/../../checkouts/FlyingFox/CSystemLinux/include",
    ].map { "-Xcc -fmodule-map-file=\($0.hasPrefix("/") ? "" : "\(DocumentationBlock.root)/")\($0)/module.modulemap" }
    return
      "swiftc -typecheck -parse-as-library -swift-version 6 -suppress-warnings -module-name Pages -module-cache-path \(built)/ModuleCache -I \(built)/Modules "
      + maps.joined(separator: " ") + " "
  }
}
