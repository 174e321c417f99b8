import FolderTesting
import Testing

@testable import FileWatching

@Suite("a content hash")
struct ContentHashTests {
  @Test("is the same for a file and for the bytes that were read from it")
  func fileAndBytes() throws {
    let folder = try TemporaryFolder()
    for text in ["", "return 1", String(repeating: "x = 1\n", count: 50_000)] {
      let file = try folder.save(text, to: "a.lua")
      #expect(ContentHash.of(file: file) == ContentHash.of(text.utf8))
    }
  }

  @Test("differs for contents that differ in one byte, in the order of bytes or in length")
  func differs() {
    let texts = ["", "\0", "\0\0", "return 1", "return 2", "erturn 1", "return 1\n"]
    #expect(Set(texts.map { ContentHash.of($0.utf8) }).count == texts.count)
  }

  @Test("is nil for a missing file, a folder and a pipe")
  func none() throws {
    let folder = try TemporaryFolder()
    try folder.run("mkfifo", "pipe")
    #expect(ContentHash.of(file: folder("pipe")) == nil)
    #expect(ContentHash.of(file: folder.path) == nil)
    #expect(ContentHash.of(file: folder("missing")) == nil)
  }
}
