/// The strings that are names in Lua, so that they need no quotes as keys.
package enum LuaName {
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.beginsName else { return false }
    return text.utf8.allSatisfy(\.continuesName) && !isReserved(text)
  }

  /// Whether this is a keyword of the language.
  package static func isReserved(_ text: String) -> Bool { Keyword(rawValue: text) != nil }
}
