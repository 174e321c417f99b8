import ArgumentParser
import FileWatching
import UDFConsole
import UDFHost
import UDFInspector
import UDFServices

/// `udfhost APP`: runs an interactive session or a batch.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run an app: at a prompt, or in batch with -e, -f or a pipe.",
    usage: "udfhost [APP.lua] [run options] [-- ARG…]",
    discussion: """
      Exit codes: 0 all well, 1 an error, a refused or unhandled action, a refused edit of a sync feature, or a \
      shared log that was not reached, 2 wrong arguments or the app did not load, 3 effects did not settle or the \
      shared log did not confirm an action, 4 a script did not stop, 130 interrupted, 141 the reader of the output closed the pipe.
      """)

  @OptionGroup var app: AppArgument

  @Option(
    name: .customShort("e"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run a line and print its value (repeatable).", valueName: "expr"),
    transform: { OrderedPiece(.expression($0)) })
  var expressions: [OrderedPiece] = []

  @Option(
    name: .customShort("f"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run a Lua file; - runs standard input line by line (repeatable, in order with -e).", valueName: "file"),
    transform: { OrderedPiece(.file($0)) })
  var files: [OrderedPiece] = []

  @OptionGroup var output: OutputOptions

  @Flag(name: .shortAndLong, help: "Print actions and changes in batch, and tracebacks of errors.")
  var verbose = false

  // The value may begin with a minus; the validation then reports the problem.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest time that batch waits for effects.", valueName: "seconds"))
  var settle = 5.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time limit of a line, reducer, view or step of an effect (default: no limit for lines, 1 s for the others).",
      valueName: "seconds"))
  var timeLimit: Double?

  @Flag(help: "Continue after an error in batch.")
  var keepGoing = false

  @Flag(help: "Batch: stay until interrupted.")
  var keepAlive = false

  @Option(help: "How to detect saved files: auto, poll (for mounts without events) or off.")
  var watch: WatchMode?

  @Option(
    help: ArgumentHelp(
      "Grant access to files=PATH (a file or folder), hosts=HOST or env=NAME (repeatable).", valueName: "kind=value"),
    transform: Grant.init(argument:))
  var grant: [Grant] = []

  @Flag(help: "Grant all requests of the app (default: the prompt asks, and batch refuses).")
  var allowRequested = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Makes random numbers and UUIDs the same in every run with this number.", valueName: "number"))
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The memory limit of the app: scripts, and data that services hold for them; 0: no limit.", valueName: "MiB"))
  var memoryLimit = 1024

  @Option(help: ArgumentHelp("The folder of the app's data (default: see udfhost data list).", valueName: "folder"))
  var data: String?

  @Option(help: ArgumentHelp("Start with the state in a file, written by :save or by hand.", valueName: "file"))
  var state: String?

  @Option(help: ArgumentHelp("Record the session, for udfhost replay.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Share features with other hosts through a log: sqlite:FILE, redis://HOST or postgres://HOST/DB.",
      valueName: "url"))
  var log: String?

  @Option(
    help: ArgumentHelp(
      "This host's name in :log and in messages (default: the machine's name and a random number).",
      valueName: "name"))
  var logName: String?

  @Option(help: ArgumentHelp("Open the app at a link, as /articles/7.", valueName: "url"))
  var link: String?

  @Option(
    defaultAsFlag: 0,
    help: ArgumentHelp(
      "Serve a page that shows the app's events in a browser, and print its link (default: a free port).",
      valueName: "port"))
  var inspect: UInt16?

  @Argument(parsing: .postTerminator, help: "The values of udf.args.")
  var arguments: [String] = []

  func validate() throws {
    guard settle >= 0, settle.isFinite else {
      throw ValidationError("--settle: the seconds must not be negative")
    }
    try MemoryLimit.validate(memoryLimit)
    if record != nil, log != nil {
      throw ValidationError("--record: a session that follows a log cannot be recorded; leave out --log or --record")
    }
    if logName != nil, log == nil { throw ValidationError("--log-name: give a log too, as in --log sqlite:shop.log") }
    if let timeLimit, !(timeLimit > 0 && timeLimit.isFinite) {
      throw ValidationError("--time-limit: the seconds must be a number above 0")
    }
  }

  func run() throws {
    var configuration = try app.configuration()
    for case .file(let path) in pieces where path != "-" { try AppFile.requireReadable(path) }
    if let data { try DataFolder.requireUsable(data) }
    var options = output.console
    options.pieces = pieces
    options.verbose = verbose
    options.settle = settle
    options.keepGoing = keepGoing
    options.keepAlive = keepAlive

    configuration.arguments = arguments
    configuration.grants = grant
    if allowRequested { configuration.decideGrants = { $0.grants } }
    configuration.seed = seed
    configuration.memoryLimit = memoryLimit << 20
    configuration.data = data
    configuration.state = state
    configuration.record = record
    configuration.link = link
    configuration.log = log
    configuration.logHost = logName
    configuration.keepsSites = true
    if let timeLimit { (configuration.timeBudget, configuration.lineBudget) = (timeLimit, timeLimit) }
    // A batch that only evaluates input does not need to watch files.
    configuration.watch = watch ?? (pieces.isEmpty || keepAlive ? .auto : .off)
    MainActor.assumeIsolated { [inspect, options, configuration, allowRequested] in
      let console = Console(options)
      var configuration = configuration
      configuration.adoptData = console.adoptData
      if !allowRequested { configuration.decideGrants = console.decideGrants }
      console.run {
        let host = try AppHost(configuration)
        if let inspect { try InspectorLink.serve(host, port: inspect, isBatch: console.isBatch) }
        return host
      }
    }
  }

  private var pieces: [ConsoleOptions.Piece] {
    (expressions + files).sorted { $0.order < $1.order }.map(\.piece)
  }
}

extension WatchMode: ExpressibleByArgument {}
