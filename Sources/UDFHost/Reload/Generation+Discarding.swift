extension Generation {
  /// Takes back what a generation that is not to run has put into the state.
  func discard(from tree: SliceTree) {
    for slice in slices.values { tree.remove(slice) }
    for former in moved.values { former.slice.attach() }
  }
}
