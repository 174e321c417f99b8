import Platform

import struct Foundation.Data
import struct Foundation.URL

/// What this process has of the machine's memory.
enum ResidentMemory {
  /// Bytes, after giving back what is free; nil where the system does not tell.
  static var bytes: Int? {
    #if canImport(Glibc)
      // Else what earlier cases have freed is used again, and nothing seems to be taken. The header is in no module.
      guard let trim = dlsym(nil, "malloc_trim") else { return nil }
      _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
    #endif
    guard let status = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")) else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
