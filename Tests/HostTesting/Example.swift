/// The apps in `examples`.
package enum Example {
  package static func folder(_ name: String) -> String {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return "\(root)/examples/\(name)"
  }
}
