/// The reserved words of Lua.
package enum Keyword: String, CaseIterable {
  case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, goto, `if`, `in`, local, `nil`, not, or
  case `repeat`, `return`, then, `true`, until, `while`
}
