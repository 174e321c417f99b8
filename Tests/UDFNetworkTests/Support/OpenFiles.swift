import Foundation

/// Counts the open file descriptors of this process.
enum OpenFiles {
  static var count: Int {
    #if os(Linux)
      let folder = "/proc/self/fd"
    #else
      let folder = "/dev/fd"
    #endif
    return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }
}
