import LuaSyntax

/// A local variable of a file.
struct Variable: Hashable {
  let file: String
  let local: Local.ID
}
