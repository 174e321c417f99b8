import LuaSyntax

/// The strings that are names in Lua, and need no quotes as keys.
package enum LuaName {
  package static func isValid(_ text: String) -> Bool { text.isName && !isReserved(text) }

  /// Whether this is a keyword of the language.
  package static func isReserved(_ text: String) -> Bool { Keyword(rawValue: text) != nil }
}
