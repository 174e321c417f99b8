import LuaRuntime
import UDFHost

/// The reference of the Lua interface: a page for each kind of table that scripts write, and for each object that they
/// receive.
public struct Reference: Sendable {
  public struct Page: Sendable {
    /// The name as scripts write it: `udf.feature`, `test.store`; for objects, the name of the class: `udf.Context`.
    public let name: String
    /// The text in Markdown, with DocC links.
    public let text: String

    /// The name without dots, as DocC names a page.
    public var file: String { "Reference-" + name.replacing(".", with: "-") }
  }

  /// The pages in the order of their names.
  public let pages: [Page]

  /// The page that lists the other pages.
  public var index: String {
    let rows = pages.map { "- <doc:\($0.file)>" }.joined(separator: "\n")
    return """
      # Reference

      Every table that scripts write and every object that they are given, with all keys.

      ## Overview

      `udfhost reference NAME` prints a page; `name?` at the prompt prints its keys.

      ## Topics

      \(rows)

      """
  }

  /// Writes all pages and the index, each as a file whose name ends in `.md`. Throws a `HostError` if one cannot be
  /// written.
  public func write(into folder: String) throws(HostError) -> [AnnotationFile] {
    let target = AnnotationTarget(folder)
    var files = [try target.save(index, to: "Reference.md")]
    for page in pages { files.append(try target.save(page.text, to: "\(page.file).md")) }
    return files
  }

  /// Reads the declarations of the prelude. Throws a `HostError` if the host cannot run it.
  @MainActor public init() throws {
    var configuration = HostConfiguration(
      files: ["app.lua": "return require('udf').app { name = 'reference', features = {} }"])
    configuration.startsFeatures = false
    let host = try AppHost(configuration)
    defer { host.stop() }
    self.init(try host.declaredLibrary(), examples: try host.examples())
  }

  init(_ library: Value, examples: Value) {
    let classes = library["classes"].items
    var makers: [String: String] = [:]
    for each in classes {
      for (name, member) in each["members"].fields {
        guard let type = member["type"].text, let module = each["name"].text, module.hasPrefix("udf") else { continue }
        for known in classes where known["isDeclared"] == true {
          guard let text = known["name"].text, Self.takes(text, type) else { continue }
          makers[text] = "\(module == "udf.test" ? "test" : module == "udf.ui" ? "ui" : module).\(name)"
        }
      }
    }
    pages = classes.map { each in
      let name = each["name"].text ?? ""
      return Page(name: makers[name] ?? name, text: Self.text(of: each, titled: makers[name], examples[name].text))
    }.sorted { $0.name < $1.name }
  }

  /// Whether a function of this type has a parameter of a class.
  private static func takes(_ name: String, _ type: String) -> Bool {
    guard type.hasPrefix("fun(") else { return false }
    // The result follows the closing parenthesis.
    return [")", "|", ","].contains { type.contains(": \(name)\($0)") && !type.contains("): \(name)\($0)") }
  }

  private static func text(of declared: Value, titled title: String?, _ example: String?) -> String {
    let name = declared["name"].text ?? ""
    let isDeclared = declared["isDeclared"] == true
    var lines = ["# \(title ?? name)", "", declared["doc"].text ?? "", ""]
    if title != nil { lines += ["The annotations for editors call this table `\(name)`.", ""] }
    if let calls = declared["calls"].text { lines += ["Can be called: `\(calls)`.", ""] }
    if let example { lines += ["## Example", "", "```lua", String(example.trimmingNewlines), "```", ""] }
    lines += ["## \(isDeclared ? "Keys" : "Members")", ""]
    lines +=
      isDeclared
      ? ["| key | type | default | runs in | |", "|---|---|---|---|---|"] : ["| | type | |", "|---|---|---|"]
    for (key, member) in declared["members"].fields.sorted(by: { $0.key < $1.key }) {
      let isNeeded = isDeclared && member["isOptional"] != true
      let type = "`\((member["type"].text ?? "any").replacing("|", with: "\\|"))`"
      let doc = (member["doc"].text ?? "").replacing("|", with: "\\|").replacing("\n", with: " ")
      let standard = isNeeded ? "**required**" : member["default"].text ?? ""
      let cells = isDeclared ? ["`\(key)`", type, standard, member["phase"].text ?? "", doc] : ["`\(key)`", type, doc]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var trimmingNewlines: Substring {
    var rest = self[...]
    while rest.last?.isNewline == true { rest.removeLast() }
    return rest
  }
}
