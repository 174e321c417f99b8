import LuaRuntime
import LuaSyntax

/// Which strings Lua takes as names, so that they need no quotes as keys.
package enum LuaName {
  package static func isValid(_ text: String) -> Bool { text.isName && !isReserved(text) }

  /// Whether this is a word of the language itself.
  package static func isReserved(_ text: String) -> Bool { Keyword(rawValue: text) != nil }

  package static func begins(_ byte: UInt8) -> Bool { byte.beginsName }

  package static func continues(_ byte: UInt8) -> Bool { byte.continuesName }
}
