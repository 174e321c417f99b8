import FolderTesting
import LuaRuntime
import Platform
import SeededTesting
import Testing
import UDF

@testable import UDFServices

@Suite("the value log of earlier versions")
struct FormerValueLogTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func found() throws -> [String: Value] {
    let values = DiskValues()
    let keys = try values.keys(in: folder.path)
    return try Dictionary(uniqueKeysWithValues: keys.map { ($0, try values.value(of: $0, in: folder.path)) })
  }

  private static let header = Array("udfhost kv 1\n".utf8)

  /// A record in the format of earlier versions, with the correct length and hash.
  private static func record(_ content: [UInt8]) -> [UInt8] {
    let state = content.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let hash = (state ^ UInt64(content.count)) &* 0x100_0000_01b3
    return withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init)
      + withUnsafeBytes(of: hash.littleEndian, Array.init) + content
  }

  private static func record(_ key: String, _ value: Value) -> [UInt8] {
    record(TapeWriter.bytes(of: .string(key)) + TapeWriter.bytes(of: value))
  }

  private static let values: [String: Value] = ["a": [1, 2.5, .null, ["x": .bytes([0xff])]], "b": "text", "c": false]
  /// A log with a replaced value and a removed one.
  private static let log =
    header + record("a", "old") + record("gone", 7)
    + values.sorted { $0.key < $1.key }.flatMap { record($0.key, $0.value) } + record("gone", .none)

  private func save(_ bytes: [UInt8]) throws { try folder.save(bytes: bytes[...], to: "kv.log") }

  @Test("its values are imported, and the log is renamed")
  func imported() throws {
    // The exact bytes of version 1.
    #expect(Self.record("a", 7).suffix(15) == [5, 1, 0, 0, 0, 97, 3, 7, 0, 0, 0, 0, 0, 0, 0])
    try save(Self.log)
    #expect(try found() == Self.values)
    #expect(folder.bytes(of: "kv.log") == nil)
    #expect(folder.bytes(of: "kv.log.imported") == Self.log)
    try DiskValues().set(.none, of: "b", in: folder.path)
    #expect(try found().count == 2)
  }

  @Test("a log that an earlier version writes after the import is imported too")
  func importedAgain() throws {
    try save(Self.log)
    #expect(try found() == Self.values)
    try save(Self.header + Self.record("b", "newer") + Self.record("c", .none))
    let both = try found()
    #expect(both["b"] == "newer" && both["c"] == nil && both["a"] == Self.values["a"])
    #expect(folder.bytes(of: "kv.log.imported-2") != nil)
  }

  @Test("while an earlier version uses the log, opening the values throws busy")
  func busy() throws {
    try save(Self.log)
    var lock = Descriptor(folder("kv.lock"), O_RDWR | O_CREAT)
    #expect(flock(try #require(lock).number, LOCK_EX | LOCK_NB) == 0)
    let error = #expect(throws: ServiceError.self) { try DiskValues().keys(in: folder.path) }
    #expect(error?.code == "busy")
    #expect(folder.bytes(of: "kv.log") == Self.log)
    lock = nil
    #expect(try found() == Self.values)
  }

  @Test(
    "a process that is killed at each change of a file during the import loses no value",
    .enabled(if: ValueWriter.path != nil))
  func killed() throws {
    let writer = try #require(ValueWriter.path)
    for count in 1...25 {
      try folder.run("sh", "-c", "rm -f kv.*")
      try save(Self.log)
      let process = try ValueWriter(writer, folder: folder.path, fault: "kill \(count)")
      while process.next() != nil {}
      process.wait()
      let found = try found()
      for (key, value) in Self.values { #expect(found[key] == value, "\(key), killed at change \(count)") }
      #expect(found["gone"] == nil)
      #expect(folder.bytes(of: "kv.log.imported") == Self.log)
    }
  }

  // MARK: damage

  @Test("valid records after a damaged record are imported, and the log is renamed to damaged")
  func damaged() throws {
    for count in Self.header.count + 1..<Self.log.count where count % 5 == 0 {
      try folder.run("sh", "-c", "rm -f kv.*")
      try save(Array(Self.log.prefix(count)))
      for (key, value) in try found() where key != "gone" && value != "old" { #expect(Self.values[key] == value) }
      #expect((folder.bytes(of: "kv.log.imported") ?? folder.bytes(of: "kv.log.damaged"))?.count == count)
    }
    try folder.run("sh", "-c", "rm -f kv.*")
    var bytes = Self.header + Self.record("a", 1) + Self.record("b", 2) + Self.record("c", 3)
    bytes[Self.header.count + Self.record("a", 1).count + 20] ^= 1
    try save(bytes)
    #expect(try found() == ["a": 1, "c": 3])
    #expect(folder.bytes(of: "kv.log.damaged") == bytes)
  }

  @Test(
    "a crafted log neither crashes nor blocks the process",
    arguments: [
      ("not a log", Array(#"{"theme": "dark"}"#.utf8)),
      ("nothing", []),
      ("only a header", header),
      ("a length beyond the end", header + [0xff, 0xff, 0xff, 0xff] + [UInt8](repeating: 0, count: 8)),
      ("zeros", header + [UInt8](repeating: 0, count: 1 << 20)),
      // Tags: 5 string, 6 list, 7 map.
      ("deep lists", header + record([5, 1, 0, 0, 0, 97] + (0..<40_000).flatMap { _ in [6, 1, 0, 0, 0] as [UInt8] })),
      (
        "lists that count what follows",
        header
          + record([5, 1, 0, 0, 0, 97] + (0..<20_000).flatMap { _ in [6, 0, 0x80, 0, 0] as [UInt8] })
      ),
      ("a list without items", header + record([5, 1, 0, 0, 0, 97, 6, 0xff, 0xff, 0xff, 0xff])),
      (
        "a map whose keys are not in order",
        header
          + record([5, 1, 0, 0, 0, 97, 7, 2, 0, 0, 0, 1, 0, 0, 0, 98, 1, 1, 0, 0, 0, 97, 1])
      ),
      ("a key longer than the record", header + record([5, 0xff, 0xff, 0xff, 0x7f, 97])),
      ("a key that is not UTF-8", header + record([5, 1, 0, 0, 0, 0xff, 1])),
      ("two values in one record", header + record([5, 1, 0, 0, 0, 97, 1, 1])),
    ] as [(String, [UInt8])])
  func crafted(_ what: String, _ bytes: [UInt8]) throws {
    try save(bytes)
    #expect(try found().isEmpty)
    #expect(folder.bytes(of: "kv.log") == nil)
    #expect(folder.bytes(of: bytes == Self.header ? "kv.log.imported" : "kv.log.damaged") == bytes)
    try DiskValues().set("on", of: "more", in: folder.path)
    #expect(try found() == ["more": "on"])
  }

  @Test(
    "in a sparse log, the records before the hole are imported, and the hole is not read",
    arguments: [[], [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 0x40]] as [[UInt8]])
  func sparse(_ length: [UInt8]) throws {
    try save(Self.header + Self.record("a", 1) + length)
    // Skips the test on file systems that do not support files of this size.
    guard (try? folder.run("truncate", "-s", "1T", "kv.log")) != nil else { return }
    #expect(try found() == ["a": 1])
    #expect(access(folder("kv.log.damaged"), F_OK) == 0)
  }

  @Test("renaming a damaged log does not replace an earlier damaged log")
  func damagedAgain() throws {
    for text in ["first", "second"] {
      try folder.save(text, to: "kv.log")
      #expect(try found().isEmpty)
    }
    #expect(folder.bytes(of: "kv.log.damaged") == Array("first".utf8))
    #expect(folder.bytes(of: "kv.log.damaged-2") == Array("second".utf8))
  }

  @Test("a pipe or a folder with the name of the log is renamed")
  func noFile() throws {
    for command in ["mkfifo kv.log", "mkdir kv.log"] {
      try folder.run("sh", "-c", command)
      #expect(try found().isEmpty, "\(command)")
      #expect(access(folder("kv.log"), F_OK) != 0)
    }
  }

  @Test("a log of random bytes does not crash the process", arguments: 0..<10 as Range<UInt64>)
  func random(_ round: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ round)
    for _ in 0..<20 {
      var bytes = Self.log
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        bytes = Self.header + (0..<Int.random(in: 0...200, using: &generator)).map { _ in generator.byte() }
      case 1:
        for _ in 0..<5 { bytes[Int.random(in: bytes.indices, using: &generator)] = generator.byte() }
      default:
        // The length and hash are correct, so that the content itself is decoded.
        let content = (0..<Int.random(in: 0...60, using: &generator)).map { _ in generator.byte() % 12 }
        bytes = Self.header + Self.record([5, 1, 0, 0, 0, 97] + content)
      }
      try save(bytes)
      for key in try found().keys { #expect(key.utf8.count < 100, "\(Seed.replay)") }
      #expect(folder.bytes(of: "kv.log") == nil, "\(Seed.replay)")
      try folder.run("sh", "-c", "rm -f kv.*")
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func byte() -> UInt8 { .random(in: 0...255, using: &self) }
}
