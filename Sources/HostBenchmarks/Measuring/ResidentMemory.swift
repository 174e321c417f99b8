import struct Foundation.Data
import struct Foundation.URL

/// What this process has of the machine's memory.
enum ResidentMemory {
  /// nil where the system does not tell in a file.
  static var bytes: Int? {
    guard let status = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")) else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
