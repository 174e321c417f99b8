import LuaRuntime
import UDFHost

/// A class declaration in the syntax of LuaLS: the members of a table, without executable code.
struct AnnotationClass {
  struct Member {
    /// Whether the key may be absent.
    var isOptional = false
    var type: String
    var doc = ""
  }

  let name: String
  var doc = ""
  var parent: String?
  /// The signature, if the value can be called.
  var calls: String?
  var members: [(name: String, member: Member)] = []
  /// Whether it may have further members, which are unknown.
  var isOpen = false

  mutating func add(_ name: String, _ type: String, isOptional: Bool = false, doc: String = "") {
    members.append((name, Member(isOptional: isOptional, type: type, doc: doc)))
  }

  /// The lines of the declaration.
  var text: String {
    // The description of a program's service may have several lines. Each one becomes a comment, so that none is read
    // as Lua.
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

  /// Returns an alias for one of these texts, or for any text if there are none.
  static func alias(_ name: String, of texts: [String]) -> String {
    if texts.isEmpty { return "---@alias \(name) string" }
    return (["---@alias \(name)"] + texts.map { "---| \(LuaText.quoted($0))" }).joined(separator: "\n")
  }
}
