import LuaRuntime

/// Plain data in the kernel's byte form.
enum TapeFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var reader = TapeReader(bytes)
    let value = reader.value()
    var skipping = TapeReader(bytes)
    _ = skipping.skip()
    guard TapeCheck.isValue(bytes) else { return }
    let written = TapeWriter.bytes(of: value)
    precondition(TapeReader.value(of: written) == value)
    precondition(written.withUnsafeBytes(TapeCheck.isValue) || value.kind == "nil")
    guard case .map(let record) = value else { return }
    let packed = PackedRecord(record)
    precondition(packed.record == record)
    precondition(packed.merging(packed).record == record)
    for (key, field) in record { precondition(packed[key] == field) }
  }
}
