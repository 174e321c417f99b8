import Testing

/// Possible states of a file.
enum Damage: String, CaseIterable, CustomTestStringConvertible {
  case garbage, zeroLength, half, overwrittenPage

  var testDescription: String { rawValue }

  func done(to bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .garbage: (0..<9999).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    case .zeroLength: []
    case .half: Array(bytes.prefix(bytes.count / 2))
    // The second of a file of SQLite holds its outbox.
    case .overwrittenPage: bytes.prefix(4096) + [UInt8](repeating: 0xA5, count: 4096) + bytes.dropFirst(8192)
    }
  }

  var keepsOutbox: Bool {
    switch self {
    case .garbage, .zeroLength, .overwrittenPage: false
    case .half: true
    }
  }

  /// The report about the damage.
  var reason: String {
    switch self {
    case .zeroLength: "it is empty"
    case .garbage: "file is not a database"
    case .half, .overwrittenPage: "database disk image is malformed"
    }
  }
}
