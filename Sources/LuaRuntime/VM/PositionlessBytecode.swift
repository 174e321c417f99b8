/// Stripped bytecode of Lua 5.4 without the line numbers that it still contains: those where each function begins and ends.
struct PositionlessBytecode {
  private(set) var bytes: [UInt8] = []
  private var rest: UnsafeRawBufferPointer.SubSequence

  private struct Unreadable: Error {}

  /// Returns nil if the bytes have another format.
  init?(_ dump: UnsafeRawBufferPointer) {
    rest = dump[...]
    // "\eLua", the version 5.4, and the official format.
    guard dump.starts(with: [0x1B, 0x4C, 0x75, 0x61, 0x54, 0]) else { return nil }
    do throws(Unreadable) {
      // The header: also a check of conversions, three sizes, two numbers; then the number of upvalues.
      try keep(6 + 6 + 3 + 8 + 8 + 1)
      try function()
    } catch { return nil }
    guard rest.isEmpty else { return nil }
  }

  private mutating func function() throws(Unreadable) {
    try text()
    for _ in 0..<2 { _ = try number(isKept: false) }
    // The numbers of parameters and registers.
    try keep(3)
    try keep(items: 4)
    for _ in 0..<(try number()) { try constant() }
    // Upvalues.
    try keep(items: 3)
    for _ in 0..<(try number()) { try function() }
    // The names of variables and the lines of instructions, which are empty lists.
    for _ in 0..<4 { guard try number() == 0 else { throw Unreadable() } }
  }

  private mutating func constant() throws(Unreadable) {
    guard let tag = rest.first else { throw Unreadable() }
    try keep(1)
    switch tag {
    // An integer, and a float.
    case 0x03, 0x13: try keep(8)
    case 0x04, 0x14: try text()
    default: return
    }
  }

  /// A length plus one, and the bytes; 0 without a text.
  private mutating func text() throws(Unreadable) { try keep(max(0, try number() - 1)) }

  private mutating func keep(items size: Int) throws(Unreadable) {
    let (count, isTooLarge) = try number().multipliedReportingOverflow(by: size)
    if isTooLarge { throw Unreadable() }
    try keep(count)
  }

  private mutating func keep(_ count: Int) throws(Unreadable) {
    guard count <= rest.count else { throw Unreadable() }
    bytes += rest.prefix(count)
    rest = rest.dropFirst(count)
  }

  /// Seven bits in each byte, the highest first; the last byte has its highest bit set.
  private mutating func number(isKept: Bool = true) throws(Unreadable) -> Int {
    var number = 0
    while let byte = rest.popFirst() {
      if isKept { bytes.append(byte) }
      guard number <= Int.max >> 7 else { throw Unreadable() }
      number = number << 7 | Int(byte & 0x7F)
      if byte & 0x80 != 0 { return number }
    }
    throw Unreadable()
  }
}
