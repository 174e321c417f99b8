import Foundation
import JSONSyntax
import UDF

/// Parses a seed, and reports errors with their line.
struct SeedReader {
  private struct Head: Decodable {
    let format: Int
    let token: String?
    let epoch: String?

    enum CodingKeys: String, CodingKey {
      case format = "udf-seed"
      case token, epoch
    }
  }

  private let bytes: [UInt8]
  private let file: FileSeed
  private var seed = Seed([])
  /// The position of each row.
  private var places: [EntityKey: Int] = [:]

  /// Reads one row per line, optionally after a head line with the token.
  static func lines(_ bytes: [UInt8], _ file: FileSeed) throws(SeedFailure) -> Seed {
    try read(bytes, file) { reader throws(JSONFault) in
      var start = 0
      while start < reader.bytes.count {
        let end = reader.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? reader.bytes.count
        let isHead = start == 0 ? try reader.head(start..<end) : false
        if !isHead { try reader.line(start..<end) }
        start = end + 1
      }
    }
  }

  /// Reads a list of rows, or an object that contains this list and the token.
  static func document(_ bytes: [UInt8], _ file: FileSeed) throws(SeedFailure) -> Seed {
    try read(bytes, file) { reader throws(JSONFault) in
      var scanner = JSONScanner(reader.bytes, in: reader.bytes.indices)
      guard let first = scanner.next() else { return }
      if first == UInt8(ascii: "{") { try reader.object(&scanner) } else { try reader.list(&scanner) }
      try scanner.finish()
    }
  }

  private static func read(
    _ bytes: [UInt8], _ file: FileSeed, _ body: (inout SeedReader) throws(JSONFault) -> Void
  ) throws(SeedFailure) -> Seed {
    var reader = SeedReader(bytes: bytes, file: file)
    do throws(JSONFault) {
      try body(&reader)
      return reader.seed
    } catch {
      throw SeedFailure("\(file.path):\(reader.number(error.position)): \(error.reason); correct it there")
    }
  }

  /// The number of the line that contains a byte.
  private func number(_ place: Int) -> Int { bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1 }

  // MARK: parts

  private mutating func head(_ line: Range<Int>) throws(JSONFault) -> Bool {
    guard let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[line])) else { return false }
    guard head.format == 1 else {
      throw JSONFault(position: line.lowerBound, reason: "the seed has format \(head.format), and this app supports 1")
    }
    (seed.token, seed.epoch) = (head.token, head.epoch)
    return true
  }

  private mutating func line(_ line: Range<Int>) throws(JSONFault) {
    var scanner = JSONScanner(bytes, in: line)
    guard scanner.next() != nil else { return }
    try row(&scanner)
    try scanner.finish()
  }

  private mutating func object(_ scanner: inout JSONScanner) throws(JSONFault) {
    let start = scanner.position
    var hasRows = false
    try scanner.members { scanner, name throws(JSONFault) in
      switch scanner.text(name) {
      case #""rows""#:
        hasRows = true
        try list(&scanner)
      case #""token""# where scanner.next() != UInt8(ascii: "n"): seed.token = try scanner.key().description
      case #""epoch""# where scanner.next() != UInt8(ascii: "n"): seed.epoch = try scanner.key().description
      default: try scanner.value()
      }
    }
    guard hasRows else { throw JSONFault(position: start, reason: #"expected {"token": "…", "rows": […]}"#) }
  }

  private mutating func list(_ scanner: inout JSONScanner) throws(JSONFault) {
    try scanner.take("[")
    if scanner.next() == UInt8(ascii: "]") { return try scanner.take("]") }
    while true {
      try row(&scanner)
      guard scanner.next() == UInt8(ascii: ",") else { return try scanner.take("]") }
      try scanner.take(",")
    }
  }

  private mutating func row(_ scanner: inout JSONScanner) throws(JSONFault) {
    let (key, range) = try scanner.row(key: file.key)
    if let former = places.updateValue(range.lowerBound, forKey: key) {
      throw JSONFault(position: range.lowerBound, reason: "the row “\(key)” is also in line \(number(former))")
    }
    seed.rows.append(SyncRow(RowKey(key), body: Array(bytes[range])))
  }
}
