import LuaRuntime

/// A slice that the host stores, with the functions that the kernel's journal and reading scripts need.
protocol HostedSlice: Slice {
  /// Called when a script or an observer reads the slice, during the read.
  var onRead: (() -> Void)? { get set }
  /// Whether a sync engine writes the slice, so that a rebase does not change it.
  var isOfEngine: Bool { get }
  /// The whole content as plain data, with each row once.
  var plain: Value { get }
  var fieldNames: [String] { get }
  /// The names of the fields that are stored; the other fields are computed from these.
  var storedFields: [String] { get }
  /// Returns one field; `.none` if the slice has no field with this name.
  func field(_ name: String) -> Value
  /// Writes the answer to a script's read in one of the slice's containers.
  func read(_ ask: NativeAsk, of handle: UInt64, into answer: inout TapeWriter)
  /// The position of the slice's own journal.
  var position: Int { get }
  /// Undoes or repeats the changes between the present position and another position of the slice's journal.
  func travel(to position: Int)
  func beginTrial()
  /// Returns to the state of ``beginTrial()``, whatever changed since.
  func endTrial()
  /// Appends a range of the slice's own journal to the machine's journal again.
  func recordAgain(_ range: Range<UInt64>)
  func forget(before position: Int)
  func truncate(at position: Int)
  func changes(_ range: Range<Int>) -> [Change]
  /// Throws if plain data does not fit the slice's state.
  func check(_ content: Value) throws(HostError)
}
