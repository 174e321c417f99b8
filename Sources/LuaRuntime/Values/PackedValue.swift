/// Plain data in the kernel's byte form, as a key to look values up by. As in Lua, 2 and 2.0 are equal keys.
public struct PackedValue: Hashable, Sendable {
  private let bytes: [UInt8]

  public init(_ value: Value) { self = TapeWriter.bytes(of: value).withUnsafeBytes { PackedValue($0) } }

  /// Copies a value in byte form.
  init(_ tape: UnsafeRawBufferPointer) {
    if tape.first == Tape.float, let whole = Int64(exactly: tape.loadUnaligned(fromByteOffset: 1, as: Double.self)) {
      bytes = TapeWriter.bytes(of: .integer(whole))
    } else {
      bytes = [UInt8](tape)
    }
  }

  public var value: Value { TapeReader.value(of: bytes) }

  // Hashes all bytes in one step; an array would hash them one by one.
  public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
