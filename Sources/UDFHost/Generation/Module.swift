import LuaRuntime

/// A file that `require` has run.
package struct Module {
  /// The path relative to the app's folder.
  var file: String
  var hash: UInt64
  var value: LuaReference?
  /// The file as a compiled function.
  var chunk: LuaReference?
  /// The files that this file requires.
  var requires: Set<String> = []
}
