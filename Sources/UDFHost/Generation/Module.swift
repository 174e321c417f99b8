import LuaRuntime

/// A file that `require` has run.
package struct Module {
  /// Relative to the app's folder.
  var file: String
  var hash: UInt64
  var value: LuaReference?
  /// The files that it requires.
  var requires: Set<String> = []
}
