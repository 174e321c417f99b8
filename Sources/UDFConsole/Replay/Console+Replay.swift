import Platform
import UDFCommands
import UDFHost
import UDFTooling

extension Console {
  /// Replays a session, prints the differences, and exits: with 1 if there are any, or if the session was cut before its
  /// first action, and with 2 if it cannot be replayed.
  public func replay(_ makeReplay: () throws -> SessionReplay) -> Never {
    let replay = load(makeReplay)
    let reporter = ReplayReporter(output: output, isJSON: options.json, palette: palette(for: STDOUT_FILENO))
    if options.verbose { replay.onAction = { reporter.report($0) } }
    if !replay.isOfSameScripts { reporter.note("the scripts differ from those that recorded this session") }
    do throws(HostError) {
      let summary = try replay.run { reporter.report($0) }
      reporter.report(summary)
      output.end(with: summary.differing > 0 || summary.isCut ? .failure : .success)
    } catch {
      refuse(error)
    }
  }
}
