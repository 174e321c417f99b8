/// The apps in `examples`.
enum Example {
  static func folder(_ name: String, here: String = #filePath) -> String {
    let root = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    return "\(root)/examples/\(name)"
  }
}
