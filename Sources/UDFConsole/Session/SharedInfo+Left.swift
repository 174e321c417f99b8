import UDFCommands
import UDFHost

extension SharedInfo {
  /// The actions that the log has not confirmed, for a user who leaves; nil: none.
  var unconfirmed: String? {
    if pending == 0 { return nil }
    let (subject, object) = pending == 1 ? ("It stays", "it") : ("They stay", "them")
    return """
      log: \(log) has not confirmed \(pending.of("shared action"))
        \(subject) in the app's data folder, and the next start with this log appends \(object), unless the log has \(object) by then.
      """
  }

  /// That a batch ends before the log has delivered all entries; nil: it has, or does not deliver.
  var undelivered: String? {
    guard [.joining, .behind].contains(phase) else { return nil }
    return """
      log: \(log) has not delivered all of its entries
        The state is that after entry \(position). To fix this, wait longer with --settle SECONDS.
      """
  }
}
