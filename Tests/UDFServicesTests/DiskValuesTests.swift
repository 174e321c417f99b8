import FolderTesting
import GRDB
import LuaRuntime
import Platform
import SeededTesting
import Testing
import UDF

@testable import UDFServices

@Suite("values on disk")
struct DiskValuesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// All values in the file, as a new process would read them. Closes the file again.
  private func found() throws -> [String: Value] {
    let values = DiskValues()
    let keys = try values.keys(in: folder.path)
    return try Dictionary(uniqueKeysWithValues: keys.map { ($0, try values.value(of: $0, in: folder.path)) })
  }

  private var file: [UInt8] { folder.bytes(of: "kv.sqlite") ?? [] }

  @Test("the file is made when the first value is set, and the next process reads the value")
  func made() throws {
    let deep = folder("data/udfhost/app")
    var values = DiskValues()
    #expect(try values.value(of: "a", in: deep) == .none)
    #expect(try values.keys(in: deep) == [])
    #expect(access(folder("data"), F_OK) != 0)
    let value: Value = ["list": [1, 2.5, .null, .bytes([0xff]), .number(.infinity)], "map": [:], "empty": []]
    try values.set(value, of: "a\u{0}é", in: deep)
    try values.set(2, of: "b", in: deep)
    try values.set(.none, of: "b", in: deep)
    values = DiskValues()
    #expect(try values.value(of: "a\u{0}é", in: deep) == value)
    #expect(try values.keys(in: deep) == ["a\u{0}é"])
    var status = stat()
    #expect(stat(deep + "/kv.sqlite", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(deep, &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test("a second owner gets an error that names the first one, and can open the file after the first has closed it")
  func locked() throws {
    var values: DiskValues? = DiskValues()
    try values?.set(1, of: "a", in: folder.path)
    func error(_ owner: String) -> ServiceError {
      ServiceError(
        code: "busy", message: "\(folder("kv.sqlite")): is used by \(owner); close it and try again")
    }
    #expect(throws: error("another owner in this process")) { try DiskValues().set(2, of: "a", in: folder.path) }
    #expect(throws: error("another owner in this process")) { try DiskValues().value(of: "a", in: folder.path) }
    // Simulates a lock of another process.
    try folder.run("sh", "-c", "printf 1 > kv.sqlite.lock")
    #expect(throws: error("process 1")) { try DiskValues().set(2, of: "a", in: folder.path) }
    values = nil
    #expect(try found() == ["a": 1])
  }

  @Test("an app that could not read its values does not replace them after the other process has ended")
  func missed() throws {
    var first: DiskValues? = DiskValues()
    try first?.set(["one", "two"], of: "items", in: folder.path)
    let second = DiskValues()
    #expect(throws: ServiceError.self) { try second.value(of: "items", in: folder.path) }
    first = nil
    let refusal = ServiceError(
      code: "busy",
      message: "\(folder("kv.sqlite")): another process used it when this app needed its values; start the app again")
    #expect(throws: refusal) { try second.set(["three"], of: "items", in: folder.path) }
    #expect(throws: refusal) { try second.keys(in: folder.path) }
    #expect(try found() == ["items": ["one", "two"]])
  }

  @Test("a folder that cannot be made is an error that names it")
  func unwritable() throws {
    try folder.save("", to: "file")
    #expect(
      throws: ServiceError(
        code: "failed",
        message: "\(folder("file/app/kv.sqlite")): Not a directory; check the disk, and try again")
    ) { try DiskValues().set(1, of: "a", in: folder("file/app")) }
  }

  @Test("after any sequence of changes, a reopened file has the values that were set")
  func session() throws {
    var generator = SeededGenerator(seed: Seed.current)
    var model: [String: Value] = [:]
    var values = DiskValues()
    for _ in 1...200 {
      let key = "k\(Int.random(in: 0...5, using: &generator))"
      let size = [10, 3000, 30_000].randomElement(using: &generator)!
      switch Int.random(in: 0...9, using: &generator) {
      case 0:
        values = DiskValues()
        try #require(found() == model, "\(Seed.replay)")
      case 1...3:
        model[key] = nil
        try values.set(.none, of: key, in: folder.path)
      default:
        let value: Value = [.string(String(repeating: "v", count: Int.random(in: 0...size, using: &generator)))]
        model[key] = value
        try values.set(value, of: key, in: folder.path)
      }
    }
  }

  @Test("after all values are removed, no file in the folder has a byte of them, and new values can be set")
  func removed() throws {
    let values = DiskValues()
    let secret = "hunter22-hunter22-hunter22"
    for number in 1...40 {
      try values.set(
        ["token": .string(secret + String(repeating: "x", count: number * 300))], of: "k\(number)", in: folder.path)
    }
    try values.set(.none, of: "k7", in: folder.path)
    try values.set("other", of: "k8", in: folder.path)
    func holders() -> [String] {
      Folder.names(in: folder.path).filter {
        folder.bytes(of: $0)?.firstRange(of: Array("hunter22".utf8)) != nil
      }
    }
    #expect(!holders().isEmpty)
    try values.removeAll(in: folder.path)
    #expect(holders() == [])
    #expect(try values.keys(in: folder.path) == [])
    try values.set(1, of: "a", in: folder.path)
    #expect(try values.value(of: "a", in: folder.path) == 1)
  }

  // MARK: damage

  @Test("a damaged file is renamed, and its readable values are kept")
  func damaged() throws {
    for n in 1...3 { try DiskValues().set(.integer(Int64(n)), of: "n\(n)", in: folder.path) }
    let whole = file
    for (number, bytes) in [Array("garbage".utf8), [], Array(whole.prefix(whole.count / 2))].enumerated() {
      try folder.save(bytes: bytes[...], to: "kv.sqlite")
      #expect(try found().isEmpty)
      #expect(folder.bytes(of: "kv.damaged-\(number + 1).sqlite") == bytes)
      try DiskValues().set("on", of: "more", in: folder.path)
      #expect(try found() == ["more": "on"])
    }
    try folder.save(bytes: whole[...], to: "kv.sqlite")
    try change("UPDATE value SET value = x'0307000000000000ff' WHERE key = CAST('n2' AS BLOB)")
    #expect(try found() == ["n1": 1, "n3": 3])
    #expect(try found() == ["n1": 1, "n3": 3])
  }

  @Test("a database of another program is renamed")
  func foreign() throws {
    for statement in ["PRAGMA application_id = 7", "CREATE TABLE other (a)", "DROP TABLE value"] {
      try DiskValues().set(1, of: "a", in: folder.path)
      try change(statement)
      #expect(try found() == (statement.hasPrefix("DROP") ? [:] : ["a": 1]), "\(statement)")
      try folder.run("sh", "-c", "rm kv.damaged-1.sqlite")
    }
  }

  @Test("a file of a newer format is not changed")
  func newer() throws {
    try DiskValues().set(1, of: "a", in: folder.path)
    try change("PRAGMA user_version = 2")
    try change("CREATE TABLE other (a)")
    let error = ServiceError(
      code: "failed",
      message: """
        \(folder("kv.sqlite")): has format 2, and this app supports up to 1; use the newer app, or move the file away \
        to start with a new file
        """)
    #expect(throws: error) { try DiskValues().value(of: "a", in: folder.path) }
    try change("DROP TABLE other")
    for format in [1, 0] {
      try change("PRAGMA user_version = \(format)")
      #expect(try found() == ["a": 1])
    }
  }

  @Test("renaming a damaged file does not replace a file that was renamed earlier")
  func asideAgain() throws {
    try folder.save("old log", to: "kv.damaged-1.sqlite-wal")
    try folder.save("", to: "kv.sqlite")
    try folder.save("log", to: "kv.sqlite-journal")
    try folder.save("old", to: "kv.damaged-1.sqlite-journal")
    #expect(try found().isEmpty)
    #expect(folder.bytes(of: "kv.damaged-1.sqlite-wal") == Array("old log".utf8))
    #expect(folder.bytes(of: "kv.damaged-1.sqlite-journal") == Array("old".utf8))
  }

  private func change(_ statement: String) throws {
    let queue = try DatabaseQueue(path: folder("kv.sqlite"))
    try queue.writeWithoutTransaction { try $0.execute(sql: statement) }
    try queue.close()
  }

  @Test("after any bit of the file flips, opening it returns, and each value that is read was set before")
  func flipped() throws {
    let values: [String: Value] = ["a": [1, ["x": "y"]], "b": "text", "c": .bytes([0xff])]
    for (key, value) in values { try DiskValues().set(value, of: key, in: folder.path) }
    let whole = file
    var generator = SeededGenerator(seed: Seed.current)
    // These bytes of SQLite's header are the user_version. They are not changed, because a file of a newer format is not read.
    let format = 60..<64
    for _ in 0..<100 {
      var bytes = whole
      let index = bytes.indices.filter { !format.contains($0) }.randomElement(using: &generator)!
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try folder.save(bytes: bytes[...], to: "kv.sqlite")
      for (key, value) in try found() { #expect(values[key] == value, "\(Seed.replay)") }
      try folder.run("sh", "-c", "rm -f kv.damaged-*")
    }
  }

  // MARK: killed processes

  @Test(
    "a process that is killed at each change of a file loses no value that it has reported as set",
    .enabled(if: ValueWriter.path != nil))
  func killedAtEachChange() throws {
    let writer = try #require(ValueWriter.path)
    var last = 0
    for count in 1...60 {
      let process = try ValueWriter(writer, folder: folder.path, fault: "kill \(count)")
      while let next = process.next() { last = next }
      process.wait()
      last = try check(last, "killed at change \(count)")
    }
    #expect(last > 10)
  }

  @Test(
    "a process that is killed at any time loses no value that it has reported as set",
    .enabled(if: ValueWriter.path != nil))
  func killed() throws {
    let writer = try #require(ValueWriter.path)
    var last = 0
    for round in 1...40 {
      let process = try ValueWriter(writer, folder: folder.path)
      for _ in 0..<(round % 7) { last = process.next() ?? last }
      process.kill()
      while let next = process.next() { last = next }
      process.wait()
      last = try check(last, "round \(round)")
    }
    #expect(last > 40)
  }

  @Test(
    "on a full disk, setting and removing values fails and the old values stay; after space is freed, setting works again",
    .enabled(if: ValueWriter.path != nil))
  func full() throws {
    let writer = try #require(ValueWriter.path)
    for count in 1...8 {
      let process = try ValueWriter(writer, folder: folder.path, fault: "fill \(count)")
      var lines: [String] = []
      while let line = process.nextLine() { lines.append(line) }
      process.wait()
      let failure = "\(folder("kv.sqlite")): the disk is full; free some space"
      #expect(lines.suffix(4).prefix(3) == [failure, failure, "whole"], "full after \(count) changes: \(lines)")
      let last = try #require(lines.last.flatMap { Int($0) }, "full after \(count) changes: \(lines)")
      #expect(try check(last, "full after \(count) changes") == last)
    }
  }

  /// Checks the stored number against the last one that was printed, and returns the stored number.
  private func check(_ last: Int, _ place: Comment) throws -> Int {
    let found = try found()
    let number = found["n"]?.integer ?? 0
    #expect(last...last + 1 ~= Int(number), place)
    guard let text = found["text"] else {
      #expect(number == 0, place)
      return Int(number)
    }
    let part = text["n"].integer ?? -1
    #expect(number...number + 1 ~= part, place)
    #expect(text["text"].text?.utf8.allSatisfy { $0 == UInt8(ascii: "0") + UInt8(part % 10) } == true, place)
    return Int(number)
  }
}
