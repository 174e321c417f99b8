/// A value that notes its own edits while it lies in a `Recorded`, because noting its whole old value would cost too much.
public protocol Journaled {
  associatedtype Edit
  /// From now on mutations note their edits.
  mutating func beginEdits()
  /// Hands out the edits since `beginEdits()`, oldest first, and stops noting.
  mutating func endEdits(_ body: (consuming Edit) -> Void)
  /// Takes back one edit; they come newest first.
  mutating func undo(_ edit: Edit)
  /// Does one again; they come oldest first.
  mutating func redo(_ edit: Edit)
}
