import FileWatching
import UDFServices

/// How a host runs an app.
public struct HostConfiguration: Sendable {
  /// Path of `app.lua`.
  public var app: String
  /// What the app finds in `udf.args`.
  public var arguments: [String] = []
  public var grants: [Grant] = []
  /// Features written in Swift, for apps that list them as `udf.native "name"`.
  public var features: [any NativeFeature] = []
  /// Features written in Swift that take the place of state and reducers of the Lua features of the same name; what these
  /// have of events, effects and views stays.
  public var replacements: [any NativeFeature] = []
  /// Each sees every action before and after its reducers, ahead of those of the app.
  public var middleware: [HostMiddleware] = []
  /// How many actions can be undone; 0 keeps no history.
  public var historyLimit = 1000
  /// About how many bytes the history may keep, actions and what they replaced; the oldest actions go first. Actions that
  /// are kept as Swift values count as much as a sample of them. 0: no limit.
  public var historyBytes = 64 << 20
  /// Whether the history knows the script line that sent each action and the one that made each write, for
  /// ``AppHost/blame(_:)``. A dispatch costs more then.
  public var keepsSites = false
  /// Seconds of a processor that one reducer, view, event map or stretch of an effect may take; 0: no limit. Time in which
  /// the system lets others run, or a disk be read, is not the script's. (On a Mac it is.)
  public var timeBudget = 1.0
  /// Bytes that all scripts together may use; 0: no limit.
  public var memoryLimit = 1 << 30
  public var watch = WatchMode.auto
  /// How long the host waits for a save that has only emptied its file.
  package var emptiedPause = FileWatcher.emptiedPause
  /// Whether actions start their effects; not where only reducers are tried.
  package var startsEffects = true
  /// Whether each feature that answers the action `start` is sent it once it is there. Without it nothing runs of an app
  /// that was only loaded.
  public var startsFeatures = true
  /// Where the app is opened, as in ``AppHost/open(link:)``, once it has started.
  public var link: String?
  /// A file that the app begins from, as in ``AppHost/load(from:)``: features that it names are not started.
  public var state: String?
  /// Where the session is recorded, as in ``AppHost/record(to:)``, from its first action on.
  public var record: String?
  /// What `cx.sleep` goes by.
  public var clock: any HostClock = SystemClock()
  /// Makes what the built-in services stand on.
  public var core: any HostCore = StandardCore()
  /// Random numbers and UUIDs follow from it, whatever the core has; nil: they are the core's.
  public var seed: UInt64?
  /// The folder for what outlives the app; nil: `$XDG_DATA_HOME/udfhost/APP` or `~/.local/share/udfhost/APP`. It is made
  /// when something is first kept.
  public var data: String?

  public init(app: String) { self.app = app }
}
