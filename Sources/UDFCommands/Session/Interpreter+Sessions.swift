import Platform
import UDFHost
import UDFTooling

extension Interpreter {
  func save(_ argument: String) throws(HostError) {
    let file = try file(argument, of: ":save")
    try host.save(to: file)
    reporter.report(.file("saved", file))
  }

  /// The host emits the report as an event.
  package func load(_ argument: String) throws(HostError) {
    let file = try file(argument, of: ":load")
    try host.load(from: file)
  }

  func recordTest(_ argument: String) throws(HostError) {
    if argument != "off" {
      let file = try file(argument, of: ":rec")
      try host.recordTest(to: file)
      reporter.report(.file("recording", file))
      if let home = host.appFolder(missedBy: file) {
        let message = """
          \(file) is outside of the app's folder, so udfhost test will not find its app
            To fix this, enter :rec off, and record to a file in \(home)
          """
        reporter.report(.log(level: "warning", message: message, fields: [:]))
      }
      return
    }
    guard let file = try host.endTest() else {
      throw HostError(usage: ":rec off: no action was sent, so no test was written")
    }
    reporter.report(.file("written", file))
  }

  /// The path that was typed, which may have quotes and begin with `~/`.
  private func file(_ argument: String, of command: String) throws(HostError) -> String {
    let path = argument.unquoted
    if path.isEmpty { throw HostError(usage: "\(command): takes the name of a file") }
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
