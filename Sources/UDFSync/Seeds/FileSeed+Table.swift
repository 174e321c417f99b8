import Foundation
import SwiftCSV

extension FileSeed {
  /// Returns the rows of a CSV text as JSON, one row per line, at the line numbers at which they began.
  func lines(ofTable bytes: [UInt8]) throws(SeedFailure) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SeedFailure("\(path): is not valid UTF-8; save it as that")
    }
    guard text.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) else {
      throw SeedFailure("\(path): a quote is missing; write one in a value as \"\"")
    }
    var rows: [[String]] = []
    let names: [String]
    do {
      // Without the line break, the reader would drop an empty value at the end of the text.
      let table = try EnumeratedCSV(string: text + "\n", delimiter: .comma, loadColumns: false, rowLimit: 0)
      names = table.header
      try table.enumerateAsArray(startAt: 1, rowLimit: nil) { rows.append($0) }
    } catch {
      throw SeedFailure("\(path): \(FileSeed.reason(error)); correct it")
    }
    if let twice = names.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
      throw SeedFailure("\(path):1: has two fields \"\(twice)\"; give one of them another name")
    }
    var json = "\n"
    var line = 2
    for row in rows {
      let breaks = row.reduce(0) { $0 + $1.count(where: \.isNewline) }
      if row != [""] {
        guard row.count == names.count else {
          throw SeedFailure("\(path):\(line): has \(row.count) values for \(names.count) fields; correct it there")
        }
        let fields = zip(names, row).map { "\(FileSeed.json($0)):\(FileSeed.json($1))" }
        json += "{\(fields.joined(separator: ","))}"
      }
      json += String(repeating: "\n", count: breaks + 1)
      line += breaks + 1
    }
    return Array(json.utf8)
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case CSVParseError.generic(let message), CSVParseError.quotation(let message): message
    default: "\(error)"
    }
  }

  private static func json(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
