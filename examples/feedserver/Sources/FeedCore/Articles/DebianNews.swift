import Foundation

/// The news that every Debian machine has: the NEWS and changelog entries of its packages.
package struct DebianNews {
  /// Usually `/usr/share/doc`.
  private let folder: String
  /// Usually `/var/lib/dpkg/status`; one that cannot be read leaves all articles in one category.
  private let status: String

  package init(folder: String, status: String) {
    self.folder = folder
    self.status = status
  }

  /// Articles as rows, the newest first.
  package func articles(limit: Int) throws -> [Row] {
    var entries = DebianEntries(limit: 3)
    // What maintainers call news comes first, and then is not read again as a change.
    for files in try files() { entries.read(try unpacked(files)) }
    let sections = DebianSections(FileManager.default.contents(atPath: status) ?? Data())
    // "New upstream release", alone, is nothing to read.
    let told = entries.entries.filter { $0.lines.count > 2 }
    let newest = told.sorted { ($1.date, $0.id) < ($0.date, $1.id) }
    return newest.prefix(limit).map { $0.row(category: sections[$0.package]) }
  }

  /// The NEWS files and the changelogs.
  private func files() throws -> [[String]] {
    var news: [String] = []
    var changelogs: [String] = []
    for package in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(package)")) ?? []
      for name in names where name.hasPrefix("NEWS.Debian") { news.append("\(folder)/\(package)/\(name)") }
      // What is Debian's own has no second one.
      let own = ["changelog.Debian.gz", "changelog.Debian", "changelog.gz", "changelog"]
      if let name = own.first(where: names.contains) { changelogs.append("\(folder)/\(package)/\(name)") }
    }
    return [news, changelogs]
  }

  /// One after the other, those that are not packed too.
  private func unpacked(_ files: [String]) throws -> Data {
    guard !files.isEmpty else { return Data() }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dcf"] + files
    gzip.standardError = FileHandle.nullDevice
    let output = Pipe()
    gzip.standardOutput = output
    try gzip.run()
    defer { gzip.waitUntilExit() }
    return try output.fileHandleForReading.readToEnd() ?? Data()
  }
}
