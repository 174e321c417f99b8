/// Where the native slices of a machine live: what it asks for, and what it tells when the journal moves.
///
/// Containers go by handles that the source gives them; 0 is the root of every slice, a map. An answer is one value written to
/// `answer`: plain data, or ``TapeWriter/write(container:_:)`` for a container that is read later; nothing written is `nil`.
/// None of these may run a script.
///
///     func read(_ ask: NativeAsk, of handle: UInt64, in slice: Int32, into answer: inout TapeWriter) {
///       switch (handle, ask) {
///       case (0, .field("rows")): answer.write(container: 1, .list)
///       case (1, .count): answer.write(.integer(Int64(rows.count)))
///       case (1, .item(let position)) where position <= rows.count: answer.write(rows[position - 1])
///       default: break
///       }
///     }
public protocol NativeSource: AnyObject {
  /// A script reads what it has not read before, or what was told to be stale.
  func read(_ ask: NativeAsk, of handle: UInt64, in slice: Int32, into answer: inout TapeWriter)
  /// The slice goes from one of its own journal positions to another.
  func travel(slice: Int32, from: UInt64, to: UInt64)
  /// What lies before one of the slice's positions is not gone back to any more.
  func forget(slice: Int32, before position: UInt64)
  /// What lies after one of the slice's positions is not done again any more.
  func truncate(slice: Int32, at position: UInt64)
  /// The changes between two of the slice's positions, a list like that of ``LuaMachine/changes(from:to:now:)``.
  func changes(slice: Int32, from: UInt64, to: UInt64, into answer: inout TapeWriter)
}
