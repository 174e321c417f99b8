import Platform

/// A map of plain data in the kernel's byte form: a third of a ``Record``'s memory, and no encoding for Lua.
///
/// Reading a field scans the bytes before it, so this type suits records of up to some dozens of fields.
///
///     let row = PackedRecord(["name": "vim", "size": 3700])
///     row["size"]                                  // .integer(3700)
///     row.merging(["size": 3800]).record           // ["name": "vim", "size": 3800]
public struct PackedRecord: Sendable, Hashable {
  /// The kernel's byte form of a map.
  public private(set) var bytes: [UInt8]

  public init(_ record: Record) { bytes = TapeWriter.bytes(of: .map(record)) }

  /// Takes the bytes of a map, made by the kernel or a ``TapeWriter``.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The value of a field; `.none` if there is none.
  public subscript(field: String) -> Value {
    withField(field) { value in
      var reader = TapeReader(value)
      return reader.value()
    }
  }

  public var record: Record { if case .map(let record) = TapeReader.value(of: bytes) { record } else { [:] } }

  /// Returns this record with the given fields replaced or added; a field that is `.none` is removed.
  public func merging(_ changes: Record) -> PackedRecord { merging(PackedRecord(changes)) }

  /// Returns this record with the fields of another one replaced or added; a field that is `.none` is removed.
  public func merging(_ changes: PackedRecord) -> PackedRecord {
    bytes.withUnsafeBytes { old in
      changes.bytes.withUnsafeBytes { new in
        withUnsafeTemporaryAllocation(byteCount: PackedRecord.headerSize + old.count + new.count, alignment: 1) {
          merged in
          let count = PackedRecord.merge(old, new, into: merged)
          return PackedRecord(bytes: [UInt8](UnsafeRawBufferPointer(rebasing: merged[..<count])))
        }
      }
    }
  }

  /// Calls `body` with the bytes of a field's value, or no bytes if there is no such field.
  func withField<Result>(_ field: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[PackedRecord.range(of: field, in: bytes)]))
    }
  }

  /// The values to index a record by: the items of a list field, or else the field's value; empty if it is absent.
  public func packedValues(_ field: String) -> [PackedValue] {
    withField(field) { value in
      var reader = TapeReader(value)
      guard let count = reader.enter(Tape.list) else { return value.isEmpty ? [] : [PackedValue(value)] }
      return (0..<count).map { _ in PackedValue(UnsafeRawBufferPointer(rebasing: value[reader.skip()])) }
    }
  }

  /// Calls `body` with the UTF-8 of each string field (of `fields` if given) until it returns true; whether it did.
  public func anyText(in fields: [String]?, where body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var reader = TapeReader(bytes)
      for _ in 0..<(reader.enter(Tape.map) ?? 0) {
        let key = reader.key()
        let value = reader.skip()
        guard value.count >= 5, bytes[value.lowerBound] == Tape.string else { continue }
        if let fields, !fields.contains(where: { PackedRecord.isEqual(key, $0) }) { continue }
        let text = UnsafeRawBufferPointer(rebasing: bytes[value.dropFirst(5)])
        if text.withMemoryRebound(to: UInt8.self, body) { return true }
      }
      return false
    }
  }

  /// Compares by a field; negative: `left` is first. The order is absent, false, true, numbers, strings, the rest.
  public static func order(_ left: PackedRecord, _ right: PackedRecord, by field: String) -> Int {
    left.withField(field) { left in right.withField(field) { right in order(left, right) } }
  }

  /// Replaces the content by a map in the kernel's byte form. Reuses unshared memory of equal size.
  package mutating func assign(_ tape: UnsafeRawBufferPointer) {
    guard bytes.count == tape.count, !tape.isEmpty else {
      bytes = [UInt8](tape)
      return
    }
    bytes.withUnsafeMutableBytes { $0.copyMemory(from: tape) }
  }

  /// Whether a field is equal, or absent, in two records.
  package func isSame(_ field: String, as other: PackedRecord) -> Bool {
    withField(field) { own in other.withField(field) { PackedRecord.isEqual(own, $0) } }
  }

  /// Whether a field is this string.
  package func isText(_ field: String, _ text: String) -> Bool {
    withField(field) { value in
      value.first == Tape.string
        && PackedRecord.isEqual(UnsafeRawBufferPointer(rebasing: value.dropFirst(PackedRecord.headerSize)), text)
    }
  }

  public static func == (left: PackedRecord, right: PackedRecord) -> Bool {
    left.bytes.withUnsafeBytes { left in right.bytes.withUnsafeBytes { isEqual(left, $0) } }
  }

  // Hashes all bytes in one step; an array would hash them one by one.
  public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

  // MARK: bytes

  private static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && (left.isEmpty || memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0)
  }

  private static func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let count = min(left.count, right.count)
    let order = count == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, count)
    return order != 0 ? order < 0 : left.count < right.count
  }

  /// Writes the map `old` with the fields of the map `new` replaced or added; returns the number of bytes. Unchanged
  /// fields are copied in as few pieces as possible.
  private static func merge(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, into merged: UnsafeMutableRawBufferPointer
  ) -> Int {
    var (reader, changes) = (TapeReader(old), TapeReader(new))
    var left = reader.enter(Tape.map) ?? 0
    // The number of fields; the bytes written; the bytes of `old` that are done.
    var (fields, written, done) = (left, headerSize, min(headerSize, old.count))
    func copy(_ range: Range<Int>, of source: UnsafeRawBufferPointer) {
      guard !range.isEmpty else { return }
      (merged.baseAddress! + written).copyMemory(from: source.baseAddress! + range.lowerBound, byteCount: range.count)
      written += range.count
    }
    func nextField() -> (key: UnsafeRawBufferPointer, whole: Range<Int>, value: Range<Int>)? {
      guard left > 0 else { return nil }
      left -= 1
      return reader.field()
    }
    var field = nextField()
    for _ in 0..<(changes.enter(Tape.map) ?? 0) {
      let change = changes.field()
      while let known = field, precedes(known.key, change.key) { field = nextField() }
      let end = field?.whole.lowerBound ?? old.count
      copy(done..<end, of: old)
      done = end
      if let known = field, isEqual(known.key, change.key) {
        done = known.whole.upperBound
        fields -= 1
        field = nextField()
      }
      if new[change.value.lowerBound] == Tape.none { continue }
      copy(change.whole, of: new)
      fields += 1
    }
    copy(done..<old.count, of: old)
    merged[0] = Tape.map
    merged.storeBytes(of: UInt32(fields), toByteOffset: 1, as: UInt32.self)
    return written
  }

  /// The size of the tag and the count of a map or a string.
  private static let headerSize = 1 + MemoryLayout<UInt32>.size

  private static func isEqual(_ key: UnsafeRawBufferPointer, _ text: String) -> Bool {
    guard key.count == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { isEqual(key, UnsafeRawBufferPointer($0)) }
  }

  private static func range(of field: String, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var field = field
    return field.withUTF8 { name in
      var reader = TapeReader(bytes)
      for _ in 0..<(reader.enter(Tape.map) ?? 0) {
        let isField = isEqual(reader.key(), UnsafeRawBufferPointer(name))
        let value = reader.skip()
        if isField { return value }
      }
      return 0..<0
    }
  }

  private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let (a, b) = (rank(left), rank(right))
    if a != b { return a < b ? -1 : 1 }
    switch a {
    case 3:
      let (x, y) = (number(left), number(right))
      // NaN comes after all numbers.
      if x.isNaN || y.isNaN { return (x.isNaN ? 1 : 0) - (y.isNaN ? 1 : 0) }
      return x < y ? -1 : x > y ? 1 : 0
    case 4:
      let (x, y) = (left.dropFirst(5), right.dropFirst(5))
      let order = memcmp(left.baseAddress! + 5, right.baseAddress! + 5, min(x.count, y.count))
      return order != 0 ? Int(order) : x.count - y.count
    default: return 0
    }
  }

  private static func rank(_ value: UnsafeRawBufferPointer) -> Int {
    switch value.first {
    case nil, Tape.none: 0
    case Tape.false: 1
    case Tape.true: 2
    case Tape.integer, Tape.float: 3
    case Tape.string: 4
    default: 5
    }
  }

  private static func number(_ value: UnsafeRawBufferPointer) -> Double {
    value[0] == Tape.integer
      ? Double(value.loadUnaligned(fromByteOffset: 1, as: Int64.self))
      : value.loadUnaligned(fromByteOffset: 1, as: Double.self)
  }

  /// The maps in a list in byte form; nil if the value is not a list of maps.
  static func list(_ value: UnsafeRawBufferPointer) -> [PackedRecord]? {
    var reader = TapeReader(value)
    // An empty Lua table is encoded as a map.
    if value.first == Tape.map { return reader.enter(Tape.map) == 0 ? [] : nil }
    guard let count = reader.enter(Tape.list) else { return nil }
    var records: [PackedRecord] = []
    records.reserveCapacity(count)
    for _ in 0..<count {
      let item = reader.skip()
      guard let packed = PackedRecord(UnsafeRawBufferPointer(rebasing: value[item])) else { return nil }
      records.append(packed)
    }
    return records
  }

  /// Copies a map in byte form; nil if the value is not a map.
  init?(_ value: UnsafeRawBufferPointer) {
    guard value.first == Tape.map else { return nil }
    bytes = [UInt8](value)
  }

  /// The list of maps in a field; nil if the field is anything else.
  public func records(_ field: String) -> [PackedRecord]? { withField(field, PackedRecord.list) }

  /// The map in a field; nil if the field is anything else.
  public func packed(_ field: String) -> PackedRecord? { withField(field) { PackedRecord($0) } }
}
