/// The data of a machine's native slices, which the machine reads when a script does.
///
/// The source identifies its containers by handles; 0 is the root of every slice, a map. It writes an answer as one
/// value to `answer`: plain data, or ``TapeWriter/write(container:_:)`` for a container that is read later. No value
/// means `nil`. No function here may run a script.
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
  /// Answers a script's read of data that the machine has not cached, or that was marked as stale.
  func read(_ ask: NativeAsk, of handle: UInt64, in slice: Int32, into answer: inout TapeWriter)
  /// Applies the slice's own journal from one of its positions to another, backwards or forwards.
  func travel(slice: Int32, from: UInt64, to: UInt64)
  /// The source may release what undoing to positions before `position` needs.
  func forget(slice: Int32, before position: UInt64)
  /// The source may release what redoing positions after `position` needs.
  func truncate(slice: Int32, at position: UInt64)
  /// Writes the changes between two of the slice's positions: a list as in ``LuaMachine/changes(from:to:now:)``.
  func changes(slice: Int32, from: UInt64, to: UInt64, into answer: inout TapeWriter)
}
