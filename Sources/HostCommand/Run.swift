import ArgumentParser
import FileWatching
import UDFConsole
import UDFHost
import UDFServices

/// `udfhost APP`: a session at the prompt, or a batch.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run an app: at a prompt, or in batch with -e, -f or a pipe.",
    usage: "udfhost APP.lua [run options] [-- ARG…]",
    discussion: """
      Exit codes: 0 all well, 1 an error or a refused or unhandled action, 2 wrong arguments or the app did not load, \
      3 effects did not settle, 130 interrupted.
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
      "Run a Lua file, - for standard input (repeatable, in order with -e).", valueName: "file"),
    transform: { OrderedPiece(.file($0)) })
  var files: [OrderedPiece] = []

  @OptionGroup var output: OutputOptions

  @Flag(name: .shortAndLong, help: "Action and change lines in batch; tracebacks of errors.")
  var verbose = false

  // The value may begin with a minus, of which its own refusal says what is wrong.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long batch waits at its end for effects.", valueName: "seconds"))
  var settle = 5.0

  @Flag(help: "Batch: go on after an error.")
  var keepGoing = false

  @Flag(help: "Batch: stay until interrupted.")
  var keepAlive = false

  @Option(help: "How saved files are noticed: auto, poll (for mounts that send no events) or off.")
  var watch: WatchMode?

  @Option(
    help: ArgumentHelp(
      "Let scripts reach files=PATH (a file or folder), hosts=HOST or env=NAME (repeatable).", valueName: "kind=value"),
    transform: Grant.init(argument:))
  var grant: [Grant] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Random numbers and UUIDs are the same in every run with this number.", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Where the app keeps its data; else ~/.local/share/udfhost/APP.", valueName: "folder"))
  var data: String?

  @Option(help: ArgumentHelp("Begin with the state in a file, written by :save or by hand.", valueName: "file"))
  var state: String?

  @Option(help: ArgumentHelp("Record the session, for udfhost replay.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("Open the app where a link leads, /articles/7.", valueName: "url"))
  var link: String?

  @Argument(parsing: .postTerminator, help: "What the app finds in udf.args.")
  var arguments: [String] = []

  func validate() throws {
    guard settle >= 0, settle.isFinite else {
      throw ValidationError("--settle: the seconds must not be negative")
    }
  }

  func run() throws {
    var configuration = try app.configuration()
    for case .file(let path) in pieces where path != "-" { try AppFile.requireReadable(path) }
    var options = output.console
    options.pieces = pieces
    options.verbose = verbose
    options.settle = settle
    options.keepGoing = keepGoing
    options.keepAlive = keepAlive

    configuration.arguments = arguments
    configuration.grants = grant
    configuration.seed = seed
    configuration.data = data
    configuration.state = state
    configuration.record = record
    configuration.link = link
    configuration.keepsSites = true
    // What only evaluates and ends has nothing to watch.
    configuration.watch = watch ?? (pieces.isEmpty || keepAlive ? .auto : .off)
    MainActor.assumeIsolated { [options, configuration] in
      Console(options).run { try AppHost(configuration) }
    }
  }

  private var pieces: [ConsoleOptions.Piece] {
    (expressions + files).sorted { $0.order < $1.order }.map(\.piece)
  }
}

extension WatchMode: ExpressibleByArgument {}
