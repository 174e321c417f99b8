/// The functions of the shared log that the history needs.
protocol SharedUndo: AnyObject {
  /// Waits at most a second until the log has confirmed the actions of this host: an unconfirmed one cannot be undone.
  func prepareUndo()
  /// Requests from all hosts to remove these actions and the local actions that they caused. Waits at most a second for the
  /// log's confirmation; without one, returns an empty report. Throws and changes nothing if one of the actions cannot
  /// be undone.
  func undo(_ actions: Set<Int>) throws(HostError) -> RebaseReport
  /// Why the last undo cannot be redone, if it removed a shared action; nil: it removed none.
  var redoRefusal: HostError? { get }
  /// Returns the sender of an action of the history; nil: it is not shared, or is no longer known.
  func origin(of n: Int) -> SharedOrigin?
}
