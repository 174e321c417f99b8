import UDFCommands
import UDFHost

extension SharedInfo {
  /// What the log has not confirmed or delivered, for a user who leaves; nil: nothing.
  var waiting: String? {
    if pending > 0 {
      let (subject, object) = pending == 1 ? ("It stays", "it") : ("They stay", "them")
      return """
        log: \(log) has not confirmed \(pending.of("shared action"))
          \(subject) in the app's data folder, and the next start with this log appends \(object).
        """
    }
    guard [.joining, .behind].contains(phase) else { return nil }
    return """
      log: \(log) has not delivered all of its entries
        The state is that after entry \(position). To fix this, wait longer with --settle SECONDS.
      """
  }
}
