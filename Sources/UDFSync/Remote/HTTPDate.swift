import Foundation

/// A point in time in the format of HTTP headers: `Sun, 06 Nov 1994 08:49:37 GMT`.
struct HTTPDate {
  /// Seconds since 1970.
  let seconds: Double

  init?(_ text: String) {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = format.date(from: text) else { return nil }
    seconds = date.timeIntervalSince1970
  }
}
