import UDFHost
import UDFTooling

/// The result of a line.
package enum CommandResult {
  /// The values of an expression.
  case values([Value])
  /// The values of an expression, printed completely.
  case whole([Value])
  /// Text such as help.
  case text(String)
  /// A message that a command was performed, or that there is nothing to show.
  case note(String)
  case commands
  case features([FeatureInfo])
  case feature(FeatureInfo)
  case syncs([SyncListing])
  /// One sync feature with its mutations and dead letters.
  case sync(SyncListing)
  case shared(SharedInfo)
  case flow(FlowInfo)
  case screen([ScreenLine])
  case services([ServiceInfo])
  case service(ServiceInfo)
  case action(ActionInfo, [ActionAnswer])
  case watching([(path: Path, value: Value)])
  case watched(Change)
  /// Measured costs, largest first.
  case costs([Cost])
  /// The measured runs of an action.
  case spans(action: Int, [CostSpan])
  case history([ActionRecord], isFiltered: Bool)
  case details(ActionDetails)
  /// Running and waiting effects.
  case effects([EffectInfo])
  case cancelled(EffectInfo)
  /// A message about a file that was saved, loaded or written.
  case file(_ verb: String, String)
  /// The differences between the states after two actions. If `upTo` is nil, the second state is the present one.
  case difference([Change], after: Int, upTo: Int?)
  case blame(Blame)
  /// The report of reducing the history with the present code.
  case replayed(ReplayReport)
  /// Past actions, with the effects that the present code would have.
  case compared([ReplayedAction])
}
