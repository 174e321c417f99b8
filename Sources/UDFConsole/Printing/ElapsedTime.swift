/// How long something took, in the unit and with the digits a person wants.
enum ElapsedTime {
  /// `0.02 ms`, `1.2 ms`, `12 ms`, `1.5 s`
  static func text(seconds: Double) -> String {
    let milliseconds = seconds * 1000
    if milliseconds >= 1000 { return "\(rounded(seconds, digits: 1)) s" }
    if milliseconds >= 10 { return "\(Int(milliseconds.rounded())) ms" }
    return "\(rounded(milliseconds, digits: milliseconds >= 1 ? 1 : 2)) ms"
  }

  /// As ``text(seconds:)``, with microseconds for what is short: `0.4 µs`, `12 µs`.
  static func fine(seconds: Double) -> String {
    let microseconds = seconds * 1e6
    if microseconds >= 100 { return text(seconds: seconds) }
    return microseconds >= 10 ? "\(Int(microseconds.rounded())) µs" : "\(rounded(microseconds, digits: 1)) µs"
  }

  /// Always in seconds, `0.03 s`: what is compared from run to run.
  static func inSeconds(_ seconds: Double) -> String { "\(rounded(seconds, digits: 2)) s" }

  /// The age of something, in the largest unit of which it has at least one: `12 s`, `3 min`, `5 h`, `2 days`.
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

  /// A span that someone gave in seconds, as they would write it: `5 s`, `0.5 s`.
  static func seconds(_ span: Double) -> String {
    Int(exactly: span).map { "\($0) s" } ?? "\(span) s"
  }

  /// A number with exactly that many digits after the point.
  private static func rounded(_ number: Double, digits: Int) -> String {
    let scale = digits == 1 ? 10 : 100
    let whole = Int((number * Double(scale)).rounded())
    return "\(whole / scale)." + String(scale + whole % scale).dropFirst()
  }
}
