/// What happens in a host, in order, for observers.
public enum HostEvent: Sendable {
  /// An action was committed, rejected or unhandled.
  case action(ActionRecord)
  /// An error, and the number of the action it belongs to.
  case error(HostError, action: Int?)
  case log(level: String, message: String, fields: Record)
  /// What a script printed.
  case print(String)
  case reload(ReloadReport)
  /// While the host was idle after a reload: the past actions whose changes differ with the new code. Not emitted if none
  /// differs and all were reduced again.
  case preview(ReplayPreview)
  /// A sync feature has failed, or is in step again. Observers that show actions see the same in `failed` and `status`.
  case sync(SyncReport)
  /// The progress of the effect that is shown, at most twenty times a second; nil when no effect reports progress any more.
  case progress(EffectProgress?)
}
