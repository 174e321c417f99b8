import ArgumentParser
import UDFConsole

/// How a command prints.
struct OutputOptions: ParsableArguments {
  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  @Flag(help: "No colour; NO_COLOR does the same.")
  var noColor = false

  /// The options of a console that prints so.
  var console: ConsoleOptions {
    var options = ConsoleOptions()
    options.json = json
    options.allowsColour = !noColor
    return options
  }
}
