import FileWatching
import UDFServices

/// The settings of a host.
public struct HostConfiguration: Sendable {
  /// The path of `app.lua`; with ``files``, its key in them.
  public var app: String
  /// The app's files in memory: their texts by their paths in the app's folder; nil: the files are on the disk.
  ///
  /// The host does not watch files in memory. The `files` service does not show them, a sync feature has no `seed`, and
  /// the data folder is named after the app's name alone.
  public let files: [String: String]?
  /// The value of `udf.args` in the app.
  public var arguments: [String] = []
  /// Grants for resources outside of the app's folder, which the app has even if it does not request them.
  public var grants: [Grant] = []
  /// Decides which of the requested grants that ``grants`` does not contain the app gets. Called once, on the owner,
  /// when the app is loaded; a reload gets no further grants. By default, the app gets none.
  ///
  ///     configuration.decideGrants = { request in request.grants.filter { $0.kind == .hosts } }
  public var decideGrants: @Sendable (GrantRequest) -> [Grant] = { _ in [] }
  /// Features written in Swift, for apps that list them as `udf.native "name"`.
  public var features: [any NativeFeature] = []
  /// Features written in Swift that replace the state and reducers of the Lua features with the same names. Events,
  /// effects and views of the Lua features stay.
  public var replacements: [any NativeFeature] = []
  /// Middleware that receives every action before and after its reducers, outside of the app's own middleware.
  public var middleware: [HostMiddleware] = []
  /// How many actions can be undone; 0 keeps no history.
  public var historyLimit = 1000
  /// The approximate maximum size of the history in bytes: actions and replaced values; the oldest actions are removed
  /// first. The size of actions that are Swift values is estimated from a sample. 0: no limit.
  public var historyBytes = 64 << 20
  /// Whether the history keeps the script line that sent each action and the line that made each write, for
  /// ``AppHost/blame(_:)``. This makes a dispatch slower.
  public var keepsSites = false
  /// The processor time in seconds that one reducer, view, event map or run of an effect until its next wait may use;
  /// 0: no limit. Time in which the system runs other threads or reads a disk does not count, except on a Mac.
  public var timeBudget = 1.0
  /// The processor time in seconds that one line or file at the prompt may use, including the actions that it sends; 0:
  /// no limit. Waiting time does not count.
  public var lineBudget = 0.0
  /// Called on another thread if a stopped script has used 5 more seconds of processor time and still runs: Lua's own C
  /// functions do not check for a stop. The owner is blocked until the script ends, so the program may have to end the
  /// process. Only the host's `handle` may be used meanwhile. nil: the host waits for the script.
  public var onStuck: (@Sendable (HostError) -> Void)?
  /// The processor time in seconds after which ``onStuck`` is called; for tests.
  package var stuckSeconds = HostError.stuckSeconds
  /// The memory in bytes that the scripts may use, including what the host keeps for them: service results, parsed
  /// JSON, rows of `udf.entities` and `udf.sync`, values of `kv`, and unread actions of ``AppHost/records()``. An
  /// operation that needs more fails with an error of the code `memory`. 0: no limit.
  public var memoryLimit = 1 << 30
  public var watch = WatchMode.auto
  /// The time for which the host waits for the rest of a save that has emptied or deleted its file.
  package var emptiedPause = FileWatcher.emptiedPause
  /// Whether actions start their effects; false where only reducers are tested.
  package var startsEffects = true
  /// Whether each feature that handles the action `start` receives it after it was loaded. If this is false, a loaded
  /// app starts no engine and receives no action.
  public var startsFeatures = true
  /// The link to open, as ``AppHost/open(link:)`` does, after the app has started.
  public var link: String?
  /// The file with the initial state, as for ``AppHost/load(from:)``. Features that it names do not receive `start`.
  public var state: String?
  /// The file in which the session is recorded from its first action, as by ``AppHost/record(to:)``.
  public var record: String?
  /// The log through which hosts share the features that are declared `shared`: `sqlite:FILE`, `redis://HOST` or
  /// `postgres://HOST/DATABASE`, as in `LogAddress`; nil: these features stay on this host.
  public var log: String?
  /// The name of the host in listings and messages of the log; nil: the machine's name and a number.
  public var logHost: String?
  /// How many entries of the log an undo reaches back. All hosts of a log must have the same; tests have less.
  package var logReach: Int64 = 1000
  /// How many real seconds the start waits for the log; tests wait longer, because the machine may be busy.
  package var joinSeconds = 3.0
  /// The clock for `cx.sleep`.
  public var clock: any HostClock = SystemClock()
  /// Makes the dependencies of the built-in services.
  public var core: any HostCore = StandardCore()
  /// The seed of random numbers and UUIDs; nil: the core makes them.
  public var seed: UInt64?
  /// Whether data stays between runs. If this is false, the values of `kv`, the rows and pending mutations of sync
  /// features, and the unsent actions of a log are in memory until the host ends, and the host uses no data folder.
  public var keepsData = true
  /// The folder for data that stays between runs; nil: one in `$XDG_DATA_HOME/udfhost` or `~/.local/share/udfhost`,
  /// named after the app's name and absolute path. The host makes the folder when it first writes to it.
  public var data: String?
  /// Decides whether an app without such a folder takes over the data of an app with the same name whose file is no
  /// longer at its path. Called on the owner when the app is loaded. nil: it does not.
  public var adoptData: (@Sendable (DataOffer) -> Bool)?

  public init(app: String) {
    self.app = app
    files = nil
  }

  /// Makes the configuration of an app with files in memory: `require "features.cart"` finds `features/cart.lua`.
  ///
  ///     HostConfiguration(files: ["app.lua": source, "features/cart.lua": cart])
  public init(files: [String: String], main: String = "app.lua") {
    app = main
    self.files = files
  }

  /// The folder of an app in memory. No file can exist below it, so scripts reach nothing on the disk.
  static let memoryFolder = "/dev/null"
}
