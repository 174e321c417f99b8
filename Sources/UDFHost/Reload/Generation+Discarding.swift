extension Generation {
  /// Removes from the state what a rejected generation has added.
  func discard(from tree: SliceTree) {
    for slice in slices.values { tree.remove(slice) }
    for former in moved.values { former.slice.attach() }
  }
}
