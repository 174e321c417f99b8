/// The pieces of Lua that completion tells apart.
enum LuaToken: Equatable {
  case name(String)
  case number(String)
  /// A string, without its quotes; not closed if the text ends inside it.
  case string(String, isClosed: Bool)
  case symbol(Character)
  /// Two dots or more: joining and varargs, which must not be taken for a field's dot.
  case dots
  /// A comment that the text ends in.
  case openComment
}
