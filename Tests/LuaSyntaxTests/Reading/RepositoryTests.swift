import LuaSyntax
import Testing

@Suite("The Lua files of this repository")
struct RepositoryTests {
  @Test("are all parsed without an error", arguments: LuaFiles.all)
  func reading(_ path: String) throws {
    let chunk = try Chunk(LuaFiles.read(path))
    #expect(!chunk.block.statements.isEmpty)
  }

  @Test("are found by the tests")
  func count() { #expect(LuaFiles.all.count > 80) }
}
