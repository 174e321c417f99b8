import Platform
import UDFHost
import UDFServices

/// Describes a folder with the data of an app. Its texts may come from the app's author.
package struct DataText {
  private let data: KeptData

  package init(_ data: KeptData) { self.data = data }

  package var app: String { GrantText.quoted(data.app.shortened(to: 60)) }
  package var folder: String { GrantText.quoted(data.folder) }
  package var file: String { data.file.map(GrantText.quoted) ?? "an earlier version of udfhost" }

  /// `1.2 MB, last used 2026-11-20 10:12, 3 unsent edits`
  package var facts: String {
    let extent = data.extent
    return "\(ByteCount.text(extent.bytes)), last used \(DataText.day(extent.lastUse)), \(unsent)"
  }

  /// `3 unsent edits`
  package var unsent: String { data.unsent.map { $0.of("unsent edit") } ?? "unsent edits cannot be counted now" }

  /// The date and time in the user's time zone.
  private static func day(_ seconds: Double) -> String {
    var (time, parts) = (time_t(seconds), tm())
    localtime_r(&time, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return
      "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
