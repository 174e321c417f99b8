import FolderTesting
import Platform
import Synchronization
import Testing

@testable import UDFServices

@Suite("files on disk and in memory")
struct FileStoreTests {
  private static func bytes(_ store: any FileStore, _ place: FilePlace) throws -> [UInt8] {
    let file = try store.open(place)
    var bytes: [UInt8] = []
    while true {
      let more = try file.read(2)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  @Test("both stores have the same behaviour")
  func same() throws {
    let folder = try TemporaryFolder()
    for store in [DiskFiles(), MemoryFiles()] as [any FileStore] {
      let root = store.realPath(folder.path) ?? folder.path
      func place(_ steps: String...) -> FilePlace { FilePlace(root: root, steps: steps) }

      try store.write(Array("hello".utf8), to: place("a", "b.txt"))
      try store.append(Array(" you".utf8), to: place("a", "b.txt"))
      try store.write([], to: place("c.txt"))
      #expect(try Self.bytes(store, place("a", "b.txt")) == Array("hello you".utf8))
      #expect(try store.open(place("a", "b.txt")).size == 9)
      #expect(try store.names(in: place(), limit: 2) == ["a/", "c.txt"])
      #expect(store.realPath(root + "/a/../a/./b.txt") == root + "/a/b.txt")
      #expect(store.realPath(root + "/d") == nil)

      #expect(throws: FileProblem.tooLarge("names", limit: 1)) { try store.names(in: place(), limit: 1) }
      #expect(throws: FileProblem.notFound) { try store.open(place("d")) }
      #expect(throws: FileProblem.notFound) { try store.names(in: place("d"), limit: 1) }
      #expect(throws: FileProblem.notFound) { try store.remove(place("d")) }
      #expect(throws: FileProblem.notAFile) { try store.open(place("a")) }
      #expect(throws: FileProblem.notAFile) { try store.write([], to: place("a")) }
      #expect(throws: FileProblem.notAFile) { try store.append([], to: place("a")) }
      #expect(throws: FileProblem.notAFile) { try store.remove(place("a")) }
      #expect(throws: FileProblem.notAFolder) { try store.names(in: place("c.txt"), limit: 1) }
      try store.remove(place("c.txt"))
      #expect(try store.names(in: place(), limit: 9) == ["a/"])
    }
  }

  @Test("a link that is created after the check gives no access to other files")
  func swapped() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try other.save("secret", to: "file.txt")
    try folder.run("ln", "-s", other.path, "linked")
    try folder.run("ln", "-s", other("file.txt"), "link.txt")
    let store = DiskFiles()
    let root = try #require(store.realPath(folder.path))
    for place in [FilePlace(root: root, steps: ["linked", "file.txt"]), FilePlace(root: root, steps: ["link.txt"])] {
      #expect(throws: FileProblem.link) { try store.open(place) }
      #expect(throws: FileProblem.link) { try store.write([], to: place) }
      #expect(throws: FileProblem.link) { try store.append([], to: place) }
      #expect(throws: FileProblem.link) { try store.remove(place) }
      #expect(throws: FileProblem.self) { try store.names(in: place, limit: 9) }
    }
    #expect(throws: FileProblem.link) { try store.write([], to: FilePlace(root: root, steps: ["linked", "new.txt"])) }
    try other.run("sh", "-c", "test \"$(cat file.txt)\" = secret && test \"$(ls)\" = file.txt")
  }

  @Test("while a folder and a link to another one are swapped repeatedly, no file of the other one is accessed")
  func race() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.save("mine", to: "folder/file.txt")
    try other.save("secret", to: "file.txt")
    try folder.run("ln", "-s", other.path, "link")
    let isOver = Flag()
    _ = BackgroundThread.start {
      while !isOver.value.load(ordering: .relaxed) {
        for (from, to) in [("folder", "aside"), ("link", "folder"), ("folder", "link"), ("aside", "folder")] {
          _ = folder(from).withCString { from in folder(to).withCString { to in rename(from, to) } }
        }
      }
    }
    defer { isOver.value.store(true, ordering: .relaxed) }
    let store = DiskFiles()
    let access = FileAccess(folder: try #require(store.realPath(folder.path)), home: nil, arguments: [])
    var (rounds, read) = (0, 0)
    // The swapping thread may be delayed while the folder has another name.
    while rounds < 3000 || read == 0 {
      rounds += 1
      guard let place = try? access.place(of: "folder/file.txt", in: store) else { continue }
      if let bytes = try? Self.bytes(store, place) {
        read += 1
        #expect(bytes == Array("mine".utf8))
      }
    }
    for _ in 1...300 {
      guard let place = try? access.place(of: "folder/file.txt", in: store) else { continue }
      try? store.append(Array("!".utf8), to: place)
      try? store.write(Array("mine".utf8), to: place)
    }
    try other.run("sh", "-c", "test \"$(cat file.txt)\" = secret && test \"$(ls)\" = file.txt")
  }
}
