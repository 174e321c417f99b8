import LuaRuntime
import UDFHost
import UDFServices

/// Makes the annotations of the modules `udf` and `udf.test` for editors and the console, from the declarations of the
/// prelude.
struct LibraryAnnotations {
  private let classes: [(isOfTests: Bool, made: AnnotationClass)]
  private let aliases: [String]

  /// - Parameter declared: the result of the prelude's `library.lua`.
  init(_ declared: Value) {
    classes = declared["classes"].items.map { each in
      var made = AnnotationClass(
        name: each["name"].text ?? "", doc: each["doc"].text ?? "", calls: each["calls"].text)
      for (name, member) in each["members"].fields {
        made.add(
          name, member["type"].text ?? "any", isOptional: member["isOptional"] == true, doc: member["doc"].text ?? "")
      }
      return (each["isOfTests"] == true, made)
    }
    let levels = LogLevel.allCases.map { LuaText.quoted($0.rawValue) }.joined(separator: "|")
    aliases =
      declared["aliases"].items.map { "---@alias \($0["name"].text ?? "") \($0["type"].text ?? "")" }
      + ["---@alias udf.LogLevel \(levels)"]
  }

  /// The module `udf`.
  var language: String { module("udf", aliases + texts(ofTests: false, but: "udf")) }

  /// The module `udf.test`.
  var tests: String { module("udf.test", texts(ofTests: true, but: "udf.test")) }

  /// The members of the module `udf`.
  var words: [LibraryWord] {
    members(of: "udf").map { name, member in
      let keys = keys(of: member.type)
      let usage = keys.isEmpty ? signature(member.type) : " { … }"
      return LibraryWord(name: "udf.\(name)", usage: "udf.\(name)\(usage)", text: member.doc, keys: keys)
    }
  }

  func members(of name: some StringProtocol) -> [(name: String, member: AnnotationClass.Member)] {
    classes.first { $0.made.name == name }?.made.members ?? []
  }

  /// Returns the keys of the definition that a function takes; empty if it takes none.
  private func keys(of type: String) -> [LibraryWord.Key] {
    let opening = "fun(definition: "
    guard type.hasPrefix(opening) else { return [] }
    return members(of: type.dropFirst(opening.count).prefix { $0.isLetter || $0 == "." }).map { name, member in
      LibraryWord.Key(name: member.isOptional ? name + "?" : name, text: member.doc)
    }
  }

  private func signature(_ type: String) -> String {
    type.hasPrefix("fun(") ? String(type.dropFirst(3)) : ": \(type)"
  }

  private func texts(ofTests: Bool, but name: String) -> [String] {
    classes.filter { $0.isOfTests == ofTests && $0.made.name != name }.map(\.made.text)
  }

  private func module(_ name: String, _ texts: [String]) -> String {
    let own = classes.first { $0.made.name == name }?.made.text ?? ""
    return (texts + ["\(own)\nlocal module = {}\n\nreturn module"]).joined(separator: "\n\n")
  }
}
