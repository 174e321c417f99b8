import UDFHost
import UDFTooling

/// What a line had to say.
enum CommandResult {
  /// The values of an expression.
  case values([Value])
  /// Help, or anything else that is only text.
  case text(String)
  /// That something was done, or that there is nothing to show.
  case note(String)
  /// The list of commands.
  case commands
  case features([FeatureInfo])
  case feature(FeatureInfo)
  /// The sync features.
  case syncs([SyncListing])
  /// One of them with its mutations and dead letters.
  case sync(SyncListing)
  case flow(FlowInfo)
  case screen([ScreenLine])
  case services([ServiceInfo])
  case service(ServiceInfo)
  case action(ActionInfo, [ActionAnswer])
  /// What stands at places that are watched.
  case watching([(path: Path, value: Value)])
  /// What stands at one has changed.
  case watched(Change)
  /// What was measured, the most expensive first.
  case costs([Cost])
  case history([ActionRecord], isFiltered: Bool)
  /// What was done with a file: saved, loaded, written.
  case file(_ verb: String, String)
  /// A state that was loaded from a file, and what that changed.
  case loaded(String, [Change])
  /// What is different between what two actions left; without the second, from now.
  case difference([Change], after: Int, upTo: Int?)
  case blame(Blame)
  /// The state is shown as an action left it, or is the present one again.
  case moment(action: Int?, waiting: WaitingEvents)
  /// An undo, a redo or a return to a past point, by the name of its command.
  case rebased(String, RebaseReport)
  /// The past done anew.
  case replayed(ReplayReport)
  /// Past actions beside what they would do now.
  case compared([ReplayedAction])
}
