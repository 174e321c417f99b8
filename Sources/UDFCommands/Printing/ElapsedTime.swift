import UDFHost

/// Formats a duration with a suitable unit and few digits.
package enum ElapsedTime {
  /// The units that may follow the number.
  static let units: Set = ["µs", "ms", "s", "min", "h"]

  /// `0.02 ms`, `1.2 ms`, `12 ms`, `1.5 s`
  package static func text(seconds: Double) -> String {
    let milliseconds = seconds * 1000
    if milliseconds >= 1000 { return "\(rounded(seconds, digits: 1)) s" }
    if milliseconds >= 10 { return "\(Int(milliseconds.rounded())) ms" }
    return "\(rounded(milliseconds, digits: milliseconds >= 1 ? 1 : 2)) ms"
  }

  /// Like ``text(seconds:)``, but with microseconds for short durations: `0.4 µs`, `12 µs`.
  static func fine(seconds: Double) -> String {
    let microseconds = seconds * 1e6
    if microseconds >= 100 { return text(seconds: seconds) }
    return microseconds >= 10 ? "\(Int(microseconds.rounded())) µs" : "\(rounded(microseconds, digits: 1)) µs"
  }

  /// Always in seconds, `0.03 s`, so that values of several runs can be compared.
  package static func inSeconds(_ seconds: Double) -> String { "\(rounded(seconds, digits: 2)) s" }

  /// Formats an age in its largest whole unit: `12 s`, `3 min`, `5 h`, `2 days`.
  static func age(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e12 else { return "\(seconds) s" }
    let whole = Int(max(0, seconds))
    return switch whole {
    case ..<60: "\(whole) s"
    case ..<3600: "\(whole / 60) min"
    case ..<86_400: "\(whole / 3600) h"
    default: (whole / 86_400).of("day")
    }
  }

  /// How long ago an action was sent, `3 s ago`, or read from the log, `read 3 s ago`: the log does not contain when another
  /// host sent it.
  static func since(_ action: ActionRecord, seconds: Double) -> String {
    "\(action.origin == .log ? "read " : "")\(age(seconds: seconds)) ago"
  }

  /// Formats a span that the user gave in seconds, without added digits: `5 s`, `0.5 s`.
  package static func seconds(_ span: Double) -> String {
    Int(exactly: span).map { "\($0) s" } ?? "\(span) s"
  }

  /// Formats a number with exactly this many digits after the point.
  private static func rounded(_ number: Double, digits: Int) -> String {
    let scale = digits == 1 ? 10 : 100
    let whole = Int((number * Double(scale)).rounded())
    return "\(whole / scale)." + String(scale + whole % scale).dropFirst()
  }
}
