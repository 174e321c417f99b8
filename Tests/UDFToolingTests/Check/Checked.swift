import FolderTesting
import HostTesting
import Testing
import UDFHost

@testable import UDFTooling

/// The findings of a check in an app of these files. Without an `app`, one with all of them is written.
struct Checked {
  let report: CheckReport
  private let folder = try? TemporaryFolder()

  init(_ files: KeyValuePairs<String, String>) throws {
    let folder = try #require(folder)
    for (name, source) in files { try folder.save(source, to: name + ".lua") }
    if !files.contains(where: { $0.key == "app" }) {
      try folder.save(Source.app(files.map(\.key).filter { !$0.hasSuffix("_test") }), to: "app.lua")
    }
    report = try Checked.check(folder("app.lua"))
  }

  /// Each finding, whole.
  var texts: [String] { report.findings.map(\.error.message) }

  /// Without their excerpts and advice.
  var heads: [String] { texts.map { String($0.prefix { $0 != "\n" }) } }

  static func check(_ app: String) throws -> CheckReport {
    var configuration = HostConfiguration(app: app)
    configuration.core = QuietCore()
    return try AppCheck(configuration).run()
  }
}
