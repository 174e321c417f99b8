/// Everything that happens in a host, in order, for whoever shows it.
public enum HostEvent: Sendable {
  /// An action was committed, refused, or found nobody to handle it.
  case action(ActionRecord)
  /// An error, and the number of the action it belongs to.
  case error(HostError, action: Int?)
  case log(level: String, message: String, fields: Record)
  /// What a script printed.
  case print(String)
  case reload(ReloadReport)
  /// Some time after a reload, when nothing else was to be done: what the new code makes of the past, if that is another thing
  /// or not all of it could be looked at.
  case preview(ReplayPreview)
  /// A sync feature has failed, or is in step again. Observers that show actions see the same in `failed` and `status`.
  case sync(SyncReport)
  /// How far the effect that is shown has come, at most twenty times a second; nil when none has anything left to do.
  case progress(EffectProgress?)
}
