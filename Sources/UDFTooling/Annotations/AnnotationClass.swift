import UDFHost

/// A class in the words of LuaLS: what a table has, without anything that runs.
struct AnnotationClass {
  struct Member {
    /// Of a key that need not be there.
    var isOptional = false
    var type: String
    var doc = ""
  }

  let name: String
  var doc = ""
  /// The class that it is one of.
  var parent: String?
  /// How it is called, of one that can be.
  var calls: String?
  var members: [(name: String, member: Member)] = []
  /// It may have more, of which nothing is known.
  var isOpen = false

  mutating func add(_ name: String, _ type: String, isOptional: Bool = false, doc: String = "") {
    members.append((name, Member(isOptional: isOptional, type: type, doc: doc)))
  }

  /// The lines that declare it.
  var text: String {
    // What a program says of its services may have several lines, of which each would be Lua if it stood alone.
    var lines = AnnotationClass.lines(of: doc).map { "--- \($0)" }
    lines.append("---@class \(name)\(parent.map { ": \($0)" } ?? "")")
    if let calls { lines.append("---@overload \(calls)") }
    for (name, member) in members {
      let doc = AnnotationClass.lines(of: member.doc).map { " \($0)" }.joined()
      lines.append("---@field \(LuaText.key(name))\(member.isOptional ? "?" : "") \(member.type)\(doc)")
    }
    if isOpen { lines.append("---@field [string] any") }
    return lines.joined(separator: "\n")
  }

  private static func lines(of doc: String) -> [Substring] { doc.split(whereSeparator: \.isNewline) }

  /// One of these texts, or any text if there are none.
  static func alias(_ name: String, of texts: [String]) -> String {
    if texts.isEmpty { return "---@alias \(name) string" }
    return (["---@alias \(name)"] + texts.map { "---| \(LuaText.quoted($0))" }).joined(separator: "\n")
  }
}
