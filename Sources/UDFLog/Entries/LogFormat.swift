import UDFStorage

/// The parts of the format that all engines share.
enum LogFormat {
  static let current = "1"
  /// The maximum length of a log's name within an engine.
  static let nameLimit = 40

  /// A new epoch: 16 hexadecimal digits.
  static var newEpoch: String { hexadecimal(.random(in: 1...UInt64.max)) }

  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Checksum {
  var hexadecimal: String { LogFormat.hexadecimal(value) }
}
