import ArgumentParser
import Platform
import UDFConsole
import UDFHost
import UDFInspector
import UDFServices

/// `udfhost serve APP`: serves the screens of an app to browsers.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show an app's screens in a browser, for example on a phone in the same house.",
    usage: """
      udfhost serve [APP.lua] [--address IP] [--port PORT] [--grant KIND=VALUE] [--allow-requested] [--memory-limit MIB]
      """,
    discussion: """
      Each browser gets a separate app, with data in memory until its page is closed; at most eight at \
      once. The link contains a random token. Ctrl-C ends it.
      """)

  @OptionGroup var app: AppArgument

  @Option(help: ArgumentHelp("The IPv4 address of this machine at which to listen.", valueName: "ip"))
  var address = "127.0.0.1"

  @Option(help: ArgumentHelp("The port (default: a free one).", valueName: "port"))
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "Grant access to files=PATH (a file or folder), hosts=HOST or env=NAME (repeatable).", valueName: "kind=value"),
    transform: Grant.init(argument:))
  var grant: [Grant] = []

  @Flag(help: "Grant all requests of the app (default: refuse them).")
  var allowRequested = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The memory limit of each browser's app; 0: no limit.", valueName: "MiB"))
  var memoryLimit = 128

  func validate() throws { try MemoryLimit.validate(memoryLimit) }

  func run() throws {
    var configuration = try app.configuration()
    configuration.grants = grant
    if allowRequested { configuration.decideGrants = { $0.grants } }
    configuration.keepsData = false
    configuration.memoryLimit = memoryLimit << 20
    MainActor.assumeIsolated { [configuration, address, port] in
      let console = Console(ConsoleOptions())
      console.serve {
        try ServedScreens.start(configuration, at: address, port: port, onError: console.printError)
      }
    }
  }
}
