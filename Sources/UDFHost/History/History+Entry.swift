extension History {
  /// A past action. Its data and its changes are kept elsewhere.
  struct Entry: BitwiseCopyable {
    var n: Int
    var id: Int32
    var generation: Int32
    /// The script line that sent it; -1: none, or lines are not kept.
    var site: Int32
    var origin: Origin
    /// Whether the history was emptied after local features had reduced this shared action, so that they do not reduce it again.
    var isCarried = false
    /// The number of the view event that was mapped to this action; -1: none.
    var event: Int32
    /// The index of the slice whose typed actions contain it; -1: it is kept in byte form.
    var column: Int32 = -1
    /// Its index in this slice's typed actions.
    var place = 0
    /// The range of the action's byte form in `actions`.
    var first: Int
    var last: Int
    var duration: Double
    /// The start in seconds on the host's clock.
    var time: Double
    /// The number of the action that caused it; 0: none; or ``Trigger/user``.
    var cause: Int
    /// The positions of the journal before and after it.
    var start: UInt64
    var end: UInt64
  }
}
