import Platform

/// The readers. Each one refuses the bytes, or reads a value that it can write and read again.
enum FuzzTarget: String, CaseIterable {
  case tape, json, session, state, kv, seed, remote

  func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch self {
    case .tape: TapeFuzz.run(UnsafeRawBufferPointer(bytes))
    case .json: JSONFuzz.run(Array(bytes))
    case .session: SessionFuzz.run(Array(bytes))
    case .state: StateFuzz.run(Array(bytes))
    case .kv: ValueFuzz.run(Array(bytes))
    case .seed: SeedFuzz.run(Array(bytes))
    case .remote: RemoteFuzz.run(Array(bytes))
    }
  }
}
