@testable import UDFSync

/// Seeds; the first byte chooses the kind.
enum SeedFuzz {
  static func run(_ bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 3 {
    case 0: _ = try? SeedReader.lines(rest, FileSeed("seed.ndjson"))
    case 1: _ = try? SeedReader.document(rest, FileSeed("seed.json"))
    default:
      let seed = FileSeed("seed.csv")
      if let lines = try? seed.lines(ofTable: rest) { _ = try? SeedReader.lines(lines, seed) }
    }
  }
}
