import UDFSync

/// What an engine, or what it has asked for, tells the host's owner.
enum SyncNews: Sendable {
  case status(SyncStatus)
  /// What lay ready; nil if nothing did.
  case rows(SyncBatch?)
  /// The cache could not be read.
  case unread(String)
  /// A row that lies ready is nothing for Lua.
  case garbled(String)
  /// A command is done, or has failed for this reason.
  case done(String?)
  /// A pull has ended with this problem, if any; `told` is how many failures had been told when it was asked for.
  case pulled(problem: String?, told: Int)
  /// All that there are.
  case deadLetters([DeadLetter])
  /// A remote in Lua is asked for something.
  case asked(ScriptCall)
  /// Nobody waits any more for what a remote in Lua was asked for.
  case abandoned(ScriptCall)
}
