import Platform
import Testing
import UDFHost

/// A page of the host's documentation.
enum Page {
  /// The blocks of Lua on the page of a module.
  static func blocks(_ name: String, of module: String = "UDFHost") throws -> [String] {
    let path = #filePath.replacing(
      "Tests/UDFHostTests/Documentation/Page.swift", with: "Sources/\(module)/\(module).docc/\(name).md")
    let text = try #require(readFile(path).map { String(decoding: $0, as: UTF8.self) })
    return text.split(separator: "```lua\n").dropFirst().map {
      String($0.prefix(upTo: $0.firstRange(of: "```")!.lowerBound))
    }
  }
}
