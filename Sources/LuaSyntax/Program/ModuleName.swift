/// Names of modules for `require`: parts of letters, digits, `_` and `-`, joined by dots.
package enum ModuleName {
  package static func isValid(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0.continuesName || $0 == UInt8(ascii: "-") }
    }
  }

  /// The names of Lua's own libraries.
  package static let standard: Set<String> = ["_G", "string", "table", "math", "utf8", "coroutine", "os", "debug"]

  /// The path that `require` tries first, relative to the app's folder: `a/b.lua` for `a.b`; nil if `name` is invalid.
  package static func file(of name: String) -> String? {
    isValid(name) ? name.replacing(".", with: "/") + ".lua" : nil
  }

  /// The path that `require` tries second: `a/b/init.lua` for `a/b.lua`.
  package static func initFile(of file: String) -> String { file.dropLast(4) + "/init.lua" }

  /// The module name of a file.
  package static func name(of file: String) -> String {
    let path = file.hasSuffix("/init.lua") ? file.dropLast(9) : file.dropLast(4)
    return String(path.replacing("/", with: "."))
  }
}
