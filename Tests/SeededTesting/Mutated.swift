/// Damages valid files, to test that a reader either rejects or reads them, and never crashes.
public enum Mutated {
  /// Applies up to four random changes: flipped bits, changed bytes, removed or repeated parts, inserted numbers and brackets.
  public static func bytes(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      if bytes.isEmpty { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = .random(in: 0...255, using: &generator)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.removeSubrange(place...)
      case 5: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
      default:
        bytes.insert(
          contentsOf: Array(repeating: Array("[{\"".utf8).randomElement(using: &generator)!, count: 300), at: place)
      }
    }
    return bytes
  }
}
