import Platform

/// A page of the documentation.
package enum Page {
  private struct Missing: Error { let path: String }

  /// The blocks of Lua on the page of a module.
  package static func blocks(_ name: String, of module: String = "UDFHost") throws -> [String] {
    let path = #filePath.replacing(
      "Tests/HostTesting/Page.swift", with: "Sources/\(module)/\(module).docc/\(name).md")
    guard let text = readFile(path).map({ String(decoding: $0, as: UTF8.self) }) else { throw Missing(path: path) }
    return text.components(between: "```lua\n", and: "```")
  }
}

extension String {
  /// The texts between a beginning and the end after it.
  fileprivate func components(between beginning: String, and end: String) -> [String] {
    split(separator: beginning, omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix(upTo: part.firstRange(of: end)?.lowerBound ?? part.endIndex))
    }
  }
}
