/// An event of a host for observers, delivered in order.
public enum HostEvent: Sendable {
  /// An action was committed, rejected or unhandled.
  case action(ActionRecord)
  /// An error, and the number of the action that caused it.
  case error(HostError, action: Int?)
  case log(level: String, message: String, fields: Record)
  /// A text that a script printed.
  case print(String)
  case reload(ReloadReport)
  /// The past actions whose changes differ with the new code, computed while the host was idle after a reload. Not
  /// emitted if none differs and all were reduced again.
  case preview(ReplayPreview)
  /// An undo, a redo, a resume or a replay has changed the state. Its consequences are emitted later.
  case rebase(RebaseCommand, RebaseReport)
  /// The shared log has confirmed an action of this host: the number of the action, and the position of its entry.
  case confirmed(action: Int, position: Int64)
  /// The host shows the state after an action; nil: the present state again. The second value counts the events that
  /// wait, or waited until now.
  case moment(action: Int?, WaitingEvents)
  /// A state was loaded from a file, with the changes that this made.
  case load(file: String, [Change])
  /// A sync feature has failed, or has recovered. Observers that show actions see the same in `failed` and `status`.
  case sync(SyncReport)
  /// The progress of the shown effect, at most twenty times a second; nil when no effect reports progress any more.
  case progress(EffectProgress?)
}
