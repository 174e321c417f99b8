import UDFSync

/// What an engine, or what it has asked for, tells the host's owner.
enum EngineEvent: Sendable {
  /// There is another status. It is read when this is heard: of two that tell one after the other either may come first.
  case status
  /// What lay ready when it was looked for the `of`-th time; nil if nothing did.
  case rows(SyncBatch?, of: Int)
  /// The cache could not be read.
  case unread(String, of: Int)
  /// A command is done, or has failed for this reason.
  case done(String?)
  /// A command to the engine before this one has failed for this reason, and nobody has heard it.
  case unheard(String)
  /// A pull has ended with this problem, if any; `told` is how many failures had been told when it was asked for.
  case pulled(problem: String?, told: Int)
  /// The answer to one reading of the dead letters.
  case deadLetters(DeadLetterReading)
  /// A remote in Lua is asked for something.
  case asked(ScriptCall)
  /// Nobody waits any more for what a remote in Lua was asked for.
  case abandoned(ScriptCall)
}
