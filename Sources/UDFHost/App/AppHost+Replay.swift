extension AppHost {
  /// Does the past anew with the present code, from the first action on that would now do something else; what is refused now
  /// is left out. Effects do not run again. Throws a ``HostError``, and nothing has changed, if a script runs or the path would
  /// lead to a screen whose route is gone.
  ///
  ///     try host.replay().first   // 3: #1 and #2 do what they did
  public func replay() throws -> ReplayReport {
    try requireOwner()
    try refuseIfRunning("replay")
    return try travel.replay()
  }

  /// What each of these actions did and what the present code does with it, in the state that it found; nothing is changed.
  /// Throws a ``HostError`` if a script runs or the history has none of them.
  public func replay(_ range: ClosedRange<Int>) throws -> [ReplayedAction] {
    try requireOwner()
    try refuseIfRunning("replay")
    return try travel.replay(range)
  }

  /// Seconds that looking back may take in one turn, so that a prompt stays quick.
  private static let previewBox = 0.005

  /// Looks at a little more of the past if nothing else is to be done, and tells when all of it was seen.
  func lookBack() {
    guard travel.preview != nil, effects.nextDue ?? 1 > 0,
      let told = travel.lookBack(seconds: AppHost.previewBox)
    else { return }
    if !told.differing.isEmpty || told.unseen > 0 { emit(.preview(told)) }
  }
}
