import Platform
import SeededTesting
import Testing

@testable import UDFHost

@Suite("values on the disk")
struct DiskValuesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// All that a process finds which opens the file now; the file is closed again.
  private func found() throws -> [String: Value] {
    let values = DiskValues()
    let keys = try values.keys(in: folder.path)
    return try Dictionary(uniqueKeysWithValues: keys.map { ($0, try values.value(of: $0, in: folder.path)) })
  }

  private var log: [UInt8] { readFile(folder("kv.log")) ?? [] }

  @Test("nothing is made before the first value is set, and then it is there for the next process")
  func made() throws {
    let deep = folder("data/udfhost/app")
    var values = DiskValues()
    #expect(try values.value(of: "a", in: deep) == .none)
    #expect(try values.keys(in: deep) == [])
    #expect(access(folder("data"), F_OK) != 0)
    let value: Value = ["list": [1, 2.5, .null, .bytes([0xff]), .number(.infinity)], "map": [:], "empty": []]
    try values.set(value, of: "a", in: deep)
    try values.set(2, of: "b", in: deep)
    try values.set(.none, of: "b", in: deep)
    values = DiskValues()
    #expect(try values.value(of: "a", in: deep) == value)
    #expect(try values.keys(in: deep) == ["a"])
  }

  @Test("the form of the file is the one that is written elsewhere and read tomorrow")
  func form() throws {
    try DiskValues().set(7, of: "a", in: folder.path)
    #expect(
      log == Array("udfhost kv 1\n".utf8) + [15, 0, 0, 0] + log[17..<25] + [
        5, 1, 0, 0, 0, 97, 3, 7, 0, 0, 0, 0, 0, 0, 0,
      ])
  }

  @Test("wherever the file is torn, what is whole before it counts, and it goes on from there")
  func torn() throws {
    var values = DiskValues()
    var sizes = [13]
    for n in 1...4 {
      try values.set(.integer(Int64(n)), of: "n", in: folder.path)
      sizes.append(log.count)
    }
    values = DiskValues()
    let whole = log
    for count in 0...whole.count {
      try folder.save(bytes: whole.prefix(count), to: "kv.log")
      let last = sizes.lastIndex { $0 <= count } ?? 0
      #expect(try found()["n"] ?? 0 == .integer(Int64(last)), "\(count) bytes")
      #expect(log.count == sizes[last])
      try DiskValues().set("on", of: "more", in: folder.path)
      #expect(try found()["more"] == "on")
    }
  }

  @Test(
    "a byte that is not what was written takes its record away; the file as it was is kept if that was not the last")
  func damaged() throws {
    for n in 1...3 { try DiskValues().set(.integer(Int64(n)), of: "n\(n)", in: folder.path) }
    let whole = log
    let record = (whole.count - 13) / 3
    for position in 13..<whole.count {
      var bytes = whole
      bytes[position] ^= 0x10
      try folder.save(bytes: bytes[...], to: "kv.log")
      let (bad, place) = (position - 13).quotientAndRemainder(dividingBy: record)
      // Where the size is bad nobody can tell where the next begins.
      let left = (0..<3).filter { place < 4 ? $0 < bad : $0 != bad }.map { "n\($0 + 1)" }
      #expect(try found().keys.sorted() == left, "byte \(position)")
      let isKept = bad < 2
      #expect(readFile(folder("kv.log.damaged")) == (isKept ? bytes : nil), "byte \(position)")
      // It is whole again.
      if isKept { try folder.run("rm", "kv.log.damaged") }
      #expect(try found().keys.sorted() == left, "byte \(position)")
      #expect(readFile(folder("kv.log.damaged")) == nil)
    }
    try folder.save(bytes: (whole + Array(repeating: 0, count: 4096))[...], to: "kv.log")
    #expect(try found().count == 3)
  }

  @Test("a file that is something else is left alone")
  func foreign() throws {
    try folder.save("{\"theme\": \"dark\"}", to: "kv.log")
    let error = ServiceError(
      code: "failed",
      message: "\(folder("kv.log")): is no file of the kv service, or of another version; move it away")
    #expect(throws: error) { try DiskValues().value(of: "a", in: folder.path) }
    #expect(throws: error) { try DiskValues().set(1, of: "a", in: folder.path) }
    #expect(log == Array("{\"theme\": \"dark\"}".utf8))
  }

  @Test("setting a value again and again does not make the file grow for ever")
  func compacted() throws {
    let values = DiskValues()
    let text = Value.string(String(repeating: "x", count: 5000))
    try values.set("stays", of: "other", in: folder.path)
    for _ in 1...200 { try values.set(text, of: "text", in: folder.path) }
    #expect(log.count < 90_000)
    try values.set(.none, of: "text", in: folder.path)
    for n in 1...2000 where n % 10 == 0 { try values.set(.integer(Int64(n)), of: "n", in: folder.path) }
    #expect(try values.value(of: "other", in: folder.path) == "stays")
    #expect(access(folder("kv.new"), F_OK) != 0)
  }

  @Test("whoever comes second is told who has the file, and has it once that is gone")
  func locked() throws {
    var values: DiskValues? = DiskValues()
    try values?.set(1, of: "a", in: folder.path)
    func error(_ owner: String) -> ServiceError {
      ServiceError(
        code: "busy",
        message: "\(folder("kv.log")): is in use by \(owner), or give one of the two another data folder")
    }
    let own = error("another host of this process; share one core between them")
    #expect(throws: own) { try DiskValues().set(2, of: "a", in: folder.path) }
    #expect(throws: own) { try DiskValues().value(of: "a", in: folder.path) }
    // As if this were another's.
    try folder.run("sh", "-c", "printf 1 > kv.lock")
    #expect(throws: error("process 1; end that")) { try DiskValues().set(2, of: "a", in: folder.path) }
    values = nil
    #expect(try found() == ["a": 1])
  }

  @Test("a folder that cannot be made is told")
  func unwritable() throws {
    try folder.save("", to: "file")
    #expect(
      throws: ServiceError(
        code: "failed",
        message: "\(folder("file/app/kv.log")): cannot be made: Not a directory; see to that, or give the app "
          + "another data folder")
    ) { try DiskValues().set(1, of: "a", in: folder("file/app")) }
  }

  @Test("any session finds again what it had set")
  func session() throws {
    var generator = SeededGenerator(seed: Seed.current)
    var model: [String: Value] = [:]
    var values = DiskValues()
    for _ in 1...400 {
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

  @Test(
    "a process that is killed a hundred times in the midst of writing loses nothing that it has said to be set",
    .enabled(if: ValueWriter.path != nil))
  func killed() throws {
    let writer = try #require(ValueWriter.path)
    var generator = SeededGenerator(seed: Seed.current)
    var last = 0
    for round in 1...100 {
      let process = try ValueWriter(writer, folder: folder.path)
      for _ in 0..<(round % 7) { last = process.next() ?? last }
      usleep(.random(in: 0...3000, using: &generator))
      process.kill()
      while let next = process.next() { last = next }
      process.wait()
      let found = try found()
      guard case .integer(let n) = found["n"] ?? 0, case .map(let text)? = found["text"] else {
        #expect(last == 0, "\(found.keys) in round \(round), \(Seed.replay)")
        continue
      }
      #expect(last...last + 1 ~= Int(n), "round \(round), \(Seed.replay)")
      guard case .integer(let m) = text["n"], case .string(let string) = text["text"] else {
        Issue.record("a torn value in round \(round), \(Seed.replay)")
        return
      }
      #expect(n...n + 1 ~= m, "round \(round), \(Seed.replay)")
      #expect(string.utf8.allSatisfy { $0 == UInt8(ascii: "0") + UInt8(m % 10) }, "round \(round), \(Seed.replay)")
      last = Int(n)
    }
    #expect(last > 100)
  }
}
