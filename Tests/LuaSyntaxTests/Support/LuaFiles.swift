import Platform

/// The Lua files of the repository.
enum LuaFiles {
  static let all: [String] = {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    let root = here.dropLast(4).joined(separator: "/")
    return ["examples", "Sources/UDFLanguage", "Sources/UDFServices/Prelude", "Sources/HostCommand/Templates"]
      .flatMap { below("\(root)/\($0)") }
  }()

  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  private static func below(_ folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var result: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".lua") { result.append("\(folder)/\(name)") }
      if !name.hasPrefix("."), !name.contains(".") { result += below("\(folder)/\(name)") }
    }
    return result.sorted()
  }
}
