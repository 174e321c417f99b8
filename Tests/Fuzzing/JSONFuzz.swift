import LuaRuntime
import UDFServices

/// JSON texts, plain and exact.
enum JSONFuzz {
  static func run(_ bytes: [UInt8]) {
    for isExact in [false, true] {
      guard let value = try? JSONReader.value(of: bytes, isExact: isExact) else { continue }
      for isPretty in [false, true] {
        var writer = JSONWriter(isPretty: isPretty, isExact: isExact)
        guard (try? writer.write(value, at: "value")) != nil else { fatalError("cannot be written") }
        let again = try? JSONReader.value(of: writer.bytes, isExact: isExact)
        precondition(again == value)
      }
    }
    _ = try? JSONReader.entries(of: bytes, except: "changes")
  }
}
