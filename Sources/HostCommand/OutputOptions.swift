import ArgumentParser
import UDFConsole

/// The options for the output of a command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  @Flag(help: "No colour; NO_COLOR does the same.")
  var noColor = false

  var console: ConsoleOptions {
    var options = ConsoleOptions()
    options.json = json
    options.allowsColour = !noColor
    return options
  }
}
