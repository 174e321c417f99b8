/// The kinds of Lua tokens that completion distinguishes.
enum LuaToken: Equatable {
  case name(String)
  case number(String)
  /// A string without its quotes. It is not closed if the text ends inside it.
  case string(String, isClosed: Bool)
  case symbol(Character)
  /// Two or more dots: concatenation and varargs, which differ from the dot of a field.
  case dots
  /// A comment that continues at the end of the text.
  case openComment
}
