import FolderTesting
import Foundation
import HostTesting

/// An app that runs with `--inspect` in a separate process, from a copy of its folder.
final class InspectedApp {
  private let folder: TemporaryFolder
  private let process: ChildProcess
  let address: String

  /// A copy of an example.
  convenience init(example: String, _ arguments: String...) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Example.folder(example), toPath: folder("app"))
    try self.init(folder, arguments)
  }

  /// An app whose files are given, `app.lua` among them.
  convenience init(files: [String: String], _ arguments: String...) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.save(text, to: "app/\(name)") }
    try self.init(folder, arguments)
  }

  /// An app whose files are given, of which `udfhost serve` shows only the screen.
  convenience init(served files: [String: String]) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.save(text, to: "app/\(name)") }
    try self.init(folder, commandLine: ["serve", folder("app/app.lua")])
  }

  private convenience init(_ folder: TemporaryFolder, _ arguments: [String]) throws {
    try self.init(
      folder, commandLine: [folder("app/app.lua"), "--inspect", "--keep-alive", "--keep-going"] + arguments)
  }

  private init(_ folder: TemporaryFolder, commandLine: [String]) throws {
    self.folder = folder
    process = try ChildProcess(
      ChildProcess.built("udfhost"), commandLine,
      environment: ["HOME": folder.path, "XDG_STATE_HOME": folder("state"), "VISUAL": "true"])
    address = try process.match(/(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/)/)
  }

  func read(_ file: String) throws -> String {
    guard let bytes = folder.bytes(of: "app/\(file)") else { throw Browser.Failure(description: "no file \(file)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Saves a file in one step, as editors do.
  func save(_ text: String, to file: String) throws {
    try folder.save(text, to: "app/\(file).new")
    guard rename(folder("app/\(file).new"), folder("app/\(file)")) == 0 else {
      throw Browser.Failure(description: "cannot save \(file)")
    }
  }

  func edit(_ file: String, replacing old: String, with new: String) throws {
    let text = try read(file)
    guard text.contains(old) else { throw Browser.Failure(description: "\(file) has no \(old)") }
    try save(text.replacingOccurrences(of: old, with: new), to: file)
  }
}
