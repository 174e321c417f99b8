import LuaSyntax
import Testing

@Suite("The Lua files of this repository")
struct RepositoryTests {
  @Test("all of them are read", arguments: LuaFiles.all)
  func reading(_ path: String) throws {
    let chunk = try Chunk(LuaFiles.read(path))
    #expect(!chunk.block.statements.isEmpty)
  }

  @Test("there are some")
  func count() { #expect(LuaFiles.all.count > 80) }
}
