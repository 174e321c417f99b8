import LuaRuntime
import UDFHost

/// The reference of the Lua interface: a page for each kind of table that scripts write, for each object that they receive, and
/// for each built-in service.
public struct Reference: Sendable {
  public struct Page: Sendable {
    /// The name as scripts write it: `udf.feature`, `test.store`, `services.http`; for objects, the name of the class: `udf.Context`.
    public let name: String
    /// The text in Markdown, with DocC links.
    public let text: String
    /// Its rows by the names of keys and members.
    fileprivate let rows: [String: String]

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

  /// Returns a page by its name or by the name without `udf.` or `services.`, or only the row of a member, `udf.latest`; nil if there is neither.
  /// `cx` is the usual name of a `udf.Context`.
  public func page(of name: String) -> Page? {
    let name = name == "cx" || name.hasPrefix("cx.") ? "udf.Context\(name.dropFirst(2))" : name
    let names = [name, "udf.\(name)", "services.\(name)"]
    if let page = pages.first(where: { names.contains($0.name) }) { return page }
    for name in names {
      guard let dot = name.lastIndex(of: "."), let owner = pages.first(where: { $0.name == name[..<dot] }),
        let row = owner.rows[String(name[name.index(after: dot)...])]
      else { continue }
      return Page(name: name, text: "# \(name)\n\nA member of `\(owner.name)`.\n\n\(row)\n", rows: [:])
    }
    return nil
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
    self.init(try host.declaredLibrary(), examples: try host.examples(), services: host.services)
  }

  init(_ library: Value, examples: Value, services: [ServiceInfo]) {
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
    let tables = classes.map { each in
      let name = each["name"].text ?? ""
      return Self.page(of: each, titled: makers[name], examples[name].text)
    }
    let types = library["aliases"].items.filter { !$0["forms"].items.isEmpty }.map(Self.page(ofType:))
    pages = (tables + types + services.map(Self.page)).sorted { $0.name < $1.name }
  }

  /// Whether a function of this type has a parameter of a class.
  private static func takes(_ name: String, _ type: String) -> Bool {
    guard type.hasPrefix("fun(") else { return false }
    // The result follows the closing parenthesis.
    return [")", "|", ","].contains { type.contains(": \(name)\($0)") && !type.contains("): \(name)\($0)") }
  }

  private static func page(ofType alias: Value) -> Page {
    let name = alias["name"].text ?? ""
    let rows = alias["forms"].items.map { "| `\($0["form"].text ?? "")` | \($0["doc"].text ?? "") |" }
    let lines = ["# \(name)", "", alias["doc"].text ?? "", "", "## Forms", "", "| type | takes |", "|---|---|"] + rows
    return Page(name: name, text: lines.joined(separator: "\n") + "\n", rows: [:])
  }

  private static func page(of service: ServiceInfo) -> Page {
    let name = "services.\(service.name)"
    let head = ["| call | |", "|---|---|"]
    let rows = service.methods.map { method in
      (key: method.name, text: "| `\(method.signature.asCell)` | \(method.doc.asCell) |")
    }
    let use =
      "A feature that lists it, `uses = { \"\(service.name)\" }`, calls it in effects as `cx.services.\(service.name)`."
    return page(name, ["# \(name)", "", service.doc, "", use, ""], "Methods", head, rows)
  }

  private static func page(of declared: Value, titled title: String?, _ example: String?) -> Page {
    let name = declared["name"].text ?? ""
    let isDeclared = declared["isDeclared"] == true
    var lines = ["# \(title ?? name)", "", declared["doc"].text ?? "", ""]
    if title != nil { lines += ["The annotations for editors call this table `\(name)`.", ""] }
    if let calls = declared["calls"].text { lines += ["Can be called: `\(calls)`.", ""] }
    if let example { lines += ["## Example", "", "```lua", String(example.trimmingNewlines), "```", ""] }
    let head =
      isDeclared
      ? ["| key | type | default | runs in | |", "|---|---|---|---|---|"] : ["| | type | |", "|---|---|---|"]
    var rows: [(key: String, text: String)] = []
    for (key, member) in declared["members"].fields.sorted(by: { $0.key < $1.key }) {
      let isNeeded = isDeclared && member["isOptional"] != true
      let type = "`\((member["type"].text ?? "any").asCell)`"
      let doc = (member["doc"].text ?? "").asCell
      let standard = isNeeded ? "**required**" : member["default"].text ?? ""
      let cells = isDeclared ? ["`\(key)`", type, standard, member["phase"].text ?? "", doc] : ["`\(key)`", type, doc]
      rows.append((key, "| " + cells.joined(separator: " | ") + " |"))
    }
    return page(title ?? name, lines, isDeclared ? "Keys" : "Members", head, rows)
  }

  /// Returns a page that ends with a table, unless the table has no rows.
  private static func page(
    _ name: String, _ lines: [String], _ heading: String, _ head: [String], _ rows: [(key: String, text: String)]
  ) -> Page {
    let table = rows.isEmpty ? [] : ["## \(heading)", ""] + head + rows.map(\.text)
    return Page(
      name: name, text: (lines + table).joined(separator: "\n") + "\n",
      rows: Dictionary(rows.map { ($0.key, (head + [$0.text]).joined(separator: "\n")) }) { $1 })
  }
}

extension String {
  /// The text in one cell of a table in Markdown.
  fileprivate var asCell: String { replacing("|", with: "\\|").replacing("\n", with: " ") }

  fileprivate var trimmingNewlines: Substring {
    var rest = self[...]
    while rest.last?.isNewline == true { rest.removeLast() }
    return rest
  }
}
