/// The host functions that the prelude and the prompt call, by number; `require` of file n is `require` + n.
package enum HostFunction: Int32, CaseIterable {
  case suggest, site, service, pull, sleep, spawn, later, join, cancel, cancelTask, log, print, write, view, event,
    settle, effect, progress, trace, before, computed, test, compare, link, linkParams, title, screen, reply, called,
    answered, wipe, counted, sealed,
    require

  /// Whether its arguments may be values that are not plain data.
  var takesAnything: Bool { [.compare, .called, .answered, .print].contains(self) }
  /// Its name in the prelude's `host`.
  var name: String { String(describing: self) }
}
