/// The names that `require` takes: parts of letters, digits, `_` and `-`, joined by dots.
package enum ModuleName {
  package static func isValid(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0.continuesName || $0 == UInt8(ascii: "-") }
    }
  }

  /// The file of a module, relative to the app's folder: `a/b.lua` of `a.b`; nil if it is not a module name.
  package static func file(of name: String) -> String? {
    isValid(name) ? name.replacing(".", with: "/") + ".lua" : nil
  }

  /// The module name of a file.
  package static func name(of file: String) -> String {
    String(file.dropLast(4).replacing("/", with: "."))
  }
}
