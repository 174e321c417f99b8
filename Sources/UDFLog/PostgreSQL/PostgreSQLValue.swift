#if PostgreSQL
  /// A parameter in PostgreSQL's binary form.
  enum PostgreSQLValue {
    case null
    case number(Int64)
    case text(String)
    case bytes([UInt8])
    case numbers([Int64?])
    case texts([String?])
    case byteArrays([[UInt8]])

    /// The number of its type in the catalog.
    var type: UInt32 {
      switch self {
      case .null: 0
      case .number: 20
      case .text: 25
      case .bytes: 17
      case .numbers: 1016
      case .texts: 1009
      case .byteArrays: 1001
      }
    }

    /// nil: NULL.
    var binary: [UInt8]? {
      switch self {
      case .null: nil
      case .number(let number): PostgreSQLValue.bigEndian(number)
      case .text(let text): Array(text.utf8)
      case .bytes(let bytes): bytes
      case .numbers(let numbers): PostgreSQLValue.array(of: 20, numbers.map { $0.map(PostgreSQLValue.bigEndian) })
      case .texts(let texts): PostgreSQLValue.array(of: 25, texts.map { $0.map { Array($0.utf8) } })
      case .byteArrays(let arrays): PostgreSQLValue.array(of: 17, arrays)
      }
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Encodes an array with one dimension, whose first index is 1.
    private static func array(of type: Int32, _ elements: [[UInt8]?]) -> [UInt8] {
      var bytes: [UInt8] = []
      let hasNull: Int32 = elements.contains(nil) ? 1 : 0
      for word in [1, hasNull, type, Int32(elements.count), 1] { bytes += bigEndian(word) }
      for element in elements {
        bytes += bigEndian(element.map { Int32($0.count) } ?? -1)
        bytes += element ?? []
      }
      return bytes
    }
  }
#endif
