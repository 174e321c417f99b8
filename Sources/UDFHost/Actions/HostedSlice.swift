import LuaRuntime

/// A slice that lives in the host, as the kernel's journal and the scripts that read it ask for it.
protocol HostedSlice: Slice {
  /// Called when a script or an observer reads the slice, during the read.
  var onRead: (() -> Void)? { get set }
  /// Whether an engine writes it: a rebase leaves it as it is.
  var isFed: Bool { get }
  /// The whole of it as plain data, each row once.
  var plain: Value { get }
  var fieldNames: [String] { get }
  /// Those of them that it is made of; the others follow from these.
  var storedFields: [String] { get }
  /// One field of it, `.none` if there is none of that name.
  func field(_ name: String) -> Value
  /// What a script finds in one of its containers.
  func read(_ ask: NativeAsk, of handle: UInt64, into answer: inout TapeWriter)
  /// Where its own journal stands.
  var position: Int { get }
  /// Takes back or does again what lies between here and one of its own positions.
  func travel(to position: Int)
  func beginTrial()
  /// Goes back to where ``beginTrial()`` was called, whatever has happened since.
  func endTrial()
  /// Puts a range of its own journal at the end of the machine's once more.
  func recordAgain(_ range: Range<UInt64>)
  func forget(before position: Int)
  func truncate(at position: Int)
  func changes(_ range: Range<Int>) -> [Change]
  /// Throws if plain data does not fit its state.
  func check(_ content: Value) throws(HostError)
}
