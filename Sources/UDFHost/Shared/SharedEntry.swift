/// An action of another host, read from its entry in the log.
struct SharedEntry {
  /// The number of its type.
  let id: Int32
  /// The action in byte form, which was checked to be well-formed.
  let bytes: [UInt8]
}
