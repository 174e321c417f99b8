import Platform

import struct Foundation.Data
import struct Foundation.URL

/// The physical memory that this process uses.
enum ResidentMemory {
  /// The bytes in use, after returning free memory to the system; nil if the system does not provide the value.
  static var bytes: Int? {
    #if canImport(Glibc)
      // Without this, a case reuses memory that earlier cases have freed, and the increase is not visible. `malloc_trim` is
      // loaded dynamically, because no module exports its header.
      guard let trim = dlsym(nil, "malloc_trim") else { return nil }
      _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
    #endif
    guard let status = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")) else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
