import GRDB
import LuaRuntime
import Platform

@testable import UDFServices

/// The file of values that an earlier version has left. Each record has its right length and hash if its first byte is even.
enum ValueFuzz {
  private static let file = FuzzFile(FormerValueLog.name)

  static func run(_ bytes: [UInt8]) {
    guard let queue = try? DatabaseQueue() else { return }
    try? queue.write { try $0.execute(sql: StoredValue.table) }
    var log = Array("udfhost kv 1\n".utf8)
    for content in bytes.split(separator: 0xFF, omittingEmptySubsequences: false) {
      log += content.first.map { $0 % 2 == 0 } ?? false ? record(Array(content.dropFirst())) : Array(content)
    }
    file.write(log)
    try? FormerValueLog.importValues(in: file.folder, into: queue)
    try? queue.read { db in
      try StoredValue.each(db) { row in
        guard let row else { fatalError("what was imported cannot be read") }
        _ = TapeReader.value(of: row.bytes)
      }
    }
    for name in Folder.allNames(in: file.folder) ?? [] { unlink("\(file.folder)/\(name)") }
  }

  private static func record(_ content: [UInt8]) -> [UInt8] {
    let state = content.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let hash = (state ^ UInt64(content.count)) &* 0x100_0000_01b3
    return withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init)
      + withUnsafeBytes(of: hash.littleEndian, Array.init) + content
  }
}
