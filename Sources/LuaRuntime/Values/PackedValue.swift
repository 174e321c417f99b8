/// Plain data in the kernel's byte form, to look things up by: what equals in Lua is equal, so 2 and 2.0 are.
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

  // All at once: an array hashes its elements one by one.
  public func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
