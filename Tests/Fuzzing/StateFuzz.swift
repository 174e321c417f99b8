import LuaRuntime
import UDFServices

@testable import UDFHost

/// Files of saved states, which are read again as they are written.
enum StateFuzz {
  static func run(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.value(of: bytes, isExact: true),
      let snapshot = try? Snapshot(value, file: "fuzz")
    else { return }
    guard snapshot.app != nil else { return }
    guard let again = try? Snapshot(JSONReader.value(of: Array(snapshot.text.utf8), isExact: true), file: "fuzz") else {
      fatalError("cannot be read again")
    }
    precondition(again.value == snapshot.value)
  }
}
