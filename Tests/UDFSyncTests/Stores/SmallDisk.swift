import Foundation
import Testing

/// A disk of one megabyte in memory, which only root can make.
struct SmallDisk {
  static let isPossible = geteuid() == 0 && run("mount", "--version")
  static let isMissing: Comment = """
    not checked on a real disk, because only root can mount a small one on Linux; without room a CacheWriter was checked
    """

  private let path: String
  private let isMounted: Bool

  init(_ path: String) throws {
    try self.init(path, "size=1m")
  }

  private init(_ path: String, _ options: String) throws {
    try #require(SmallDisk.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path))
    self.path = path
    isMounted = true
  }

  /// A folder that not even root may write, and the system's error for it.
  static func readOnly(_ path: String) throws -> (SmallDisk, reason: String) {
    if isPossible { return (try SmallDisk(path, "ro"), "Read-only file system") }
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: path)
    return (SmallDisk(folder: path), "Permission denied")
  }

  private init(folder: String) {
    path = folder
    isMounted = false
  }

  private var filler: String { "\(path)/filler" }

  /// Fills the disk.
  func fill() throws {
    try Data().write(to: URL(fileURLWithPath: filler))
    let file = try #require(FileHandle(forWritingAtPath: filler))
    let page = Data(count: 4096)
    while (try? file.write(contentsOf: page)) != nil {}
    try file.close()
  }

  func makeRoom() { try? FileManager.default.removeItem(atPath: filler) }

  func remove() {
    if isMounted { _ = SmallDisk.run("umount", "-l", path) }
  }

  private static func run(_ words: String...) -> Bool {
    guard let output = popen("exec \(words.joined(separator: " ")) >/dev/null 2>&1", "r") else { return false }
    return pclose(output) == 0
  }
}
