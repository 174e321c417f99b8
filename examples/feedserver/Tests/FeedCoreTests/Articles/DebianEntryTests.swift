import Foundation
import Testing

@testable import FeedCore

@Suite("news of packages") struct DebianEntryTests {
  private static let changelog = """
    hello (1:2.10-3) unstable; urgency=medium

      [ Ada Lovelace ]
      * Say hello in more
        languages.
      * Another thing.

     -- Ada Lovelace <ada@example.com>  Mon, 26 Dec 2022 16:30:00 +0100

    hello (1:2.10-2) unstable; urgency=low

      Older.

     -- Grace Hopper <grace@example.com>  Thu, 1 Dec 2022 00:00:00 +0000

    """

  /// A changelog of one entry.
  private func changelog(
    _ version: String, _ text: String, date: String = "Mon, 26 Dec 2022 16:30:00 +0100"
  ) -> String {
    "hello (\(version)) unstable; urgency=low\n\n  \(text)\n\n -- A <a@b>  \(date)\n"
  }

  @Test("an entry is read with its author, its date and the first thing that it tells")
  func entry() throws {
    var entries = DebianEntries()
    entries.read(Data(Self.changelog.utf8))
    #expect(
      entries.entries.map { $0.row(category: "devel") } == [
        [
          "id": "hello-1_2.10-3", "package": "hello", "version": "1:2.10-3", "author": "Ada Lovelace",
          "date": "2022-12-26T15:30:00Z", "title": "Say hello in more languages.", "category": "devel",
          "text": "[ Ada Lovelace ]\n* Say hello in more\n  languages.\n* Another thing.",
        ],
        [
          "id": "hello-1_2.10-2", "package": "hello", "version": "1:2.10-2", "author": "Grace Hopper",
          "date": "2022-12-01T00:00:00Z", "title": "Older.", "category": "devel", "text": "Older.",
        ],
      ])
  }

  @Test("of two of the same version the first counts, and of a package no more than are wanted")
  func twice() {
    var entries = DebianEntries(limit: 1)
    entries.read(Data(changelog("1:2.10-3", "News.").utf8))
    entries.read(Data(Self.changelog.utf8))
    #expect(entries.entries.map(\.text) == ["News."])
  }

  @Test("what is no entry is passed over")
  func broken() {
    var entries = DebianEntries()
    for text in [
      "", "Version 2.10\n  * Something.\n", "hello (2) unstable; urgency=low\n\n  * No end.\n",
      changelog("2", "* No date.", date: "yesterday"), " -- A <a@b>  Mon, 26 Dec 2022 16:30:00 +0100\n",
      changelog("2", "* No version.").replacing(")", with: ""),
    ] { entries.read(Data(text.utf8)) }
    #expect(entries.entries.isEmpty)
  }

  @Test("a title ends with a word")
  func title() throws {
    let words = String(repeating: "word ", count: 30)
    var entries = DebianEntries()
    entries.read(Data(changelog("1", "* \(words)").utf8))
    #expect(entries.entries.map(\.title) == [String(repeating: "word ", count: 17) + "word …"])
  }

  @Test("who has uploaded it is told only if there is nothing else, and what is below an item is left out")
  func upload() {
    var entries = DebianEntries()
    let changes = "* Non-maintainer upload.\n  * Fix a crash:\n    - of one\n      kind\n    - and another"
    entries.read(Data(changelog("1", changes).utf8))
    entries.read(Data(changelog("2", "* Team upload.").utf8))
    #expect(entries.entries.map(\.title) == ["Fix a crash:", "Team upload."])
  }

  @Test("packages and their sources belong to a section")
  func sections() {
    let sections = DebianSections(
      Data(
        """
        Package: libc6
        Section: libs
        Source: glibc (2.36-9)
        Description: a library
         Section: not this

        Package: nvidia-smi
        Section: non-free/utils

        """.utf8))
    #expect(["libc6", "glibc", "nvidia-smi", "hello"].map { sections[$0] } == ["libs", "libs", "utils", "misc"])
  }

  @Test("a folder of documentation is read, packed or not, and news before changes")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("doc-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ name: String, _ version: String, _ text: String) throws {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try changelog(version, "* \(text)\n  * And\n  * more.", date: "Mon, 26 Dec 2022 16:30:0\(version) +0100")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write("hello/changelog.Debian", "1", "One.")
    try write("hello/changelog", "3", "Upstream's own.")
    try write("other/changelog", "2", "Two.")
    try write("news/NEWS.Debian", "1", "The news of one.")
    let gzip = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["gzip", "\(folder)/hello/changelog.Debian", "\(folder)/other/changelog"])
    gzip.waitUntilExit()
    let rows = try DebianNews(folder: folder, status: "/nowhere").articles(limit: 10)
    #expect(rows.map { $0["title"] } == ["Two.", "The news of one."])
    #expect(try DebianNews(folder: folder, status: "/nowhere").articles(limit: 1).count == 1)
    #expect(throws: (any Error).self) { try DebianNews(folder: "/nowhere", status: "").articles(limit: 1) }
  }
}
