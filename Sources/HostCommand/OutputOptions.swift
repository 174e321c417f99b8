import ArgumentParser
import UDFConsole

/// How a command writes.
struct OutputOptions: ParsableArguments {
  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  @Flag(help: "No colour; NO_COLOR does the same.")
  var noColor = false

  /// What a console is told of it.
  var console: ConsoleOptions {
    var options = ConsoleOptions()
    options.json = json
    options.allowsColour = !noColor
    return options
  }
}
