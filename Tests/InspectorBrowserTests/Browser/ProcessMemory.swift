import Foundation

/// Reads the memory of processes from `/proc`.
enum ProcessMemory {
  /// Returns the bytes that the largest process of pages below a process shares with no other process; nil if there is none.
  static func ofPages(below root: Int32) -> Int? {
    let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
    let parents = Dictionary(
      uniqueKeysWithValues: processes.compactMap { process in parent(of: process).map { (process, $0) } })
    return processes.filter { process in
      let isBelow = sequence(first: process) { parents[$0] }.contains(root)
      return isBelow && text("/proc/\(process)/cmdline").contains("--type=renderer")
    }.compactMap(ownBytes).max()
  }

  private static func parent(of process: Int32) -> Int32? {
    text("/proc/\(process)/status").firstMatch(of: /PPid:\s+(\d+)/).flatMap { Int32($0.1) }
  }

  private static func ownBytes(of process: Int32) -> Int? {
    let sizes = text("/proc/\(process)/smaps_rollup").matches(of: /Private_(?:Clean|Dirty):\s+(\d+) kB/)
    return sizes.isEmpty ? nil : sizes.reduce(0) { $0 + (Int($1.1) ?? 0) * 1024 }
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
