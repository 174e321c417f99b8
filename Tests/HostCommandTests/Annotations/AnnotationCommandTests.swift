import Glibc
import Testing

@Suite("udfhost annotations")
struct AnnotationCommandTests {
  private static let names = ["udf.lua", "udf/test.lua", "features.lua", "services.lua", "lua.lua"]

  @Test("writes annotations for an editor beside the app, reports them, and writes nothing the second time")
  func written() throws {
    let folder = AppFolder()
    let first = try Batch(folder, folder.path, app: "annotations", in: folder.path)
    let files = Self.names.map { ".udfhost/annotations/\($0)" } + [".luarc.json"]
    #expect(first.lines == files.map { "wrote \($0)" })
    #expect(first.code == 0)
    #expect(folder.read(".luarc.json").contains(#"".udfhost/annotations""#))
    #expect(
      folder.read(".udfhost/annotations/features.lua").contains("---@class counter.State\n---@field count number\n"))
    let second = try Batch(folder, folder.app, app: "annotations", in: folder.path)
    #expect(second.lines == files.map { "unchanged \($0)" })
    #expect(second.code == 0)
  }

  @Test("writes to another folder with --out")
  func out() throws {
    let folder = AppFolder()
    let run = try Batch(folder, folder.path, "--out", "lib/lua", app: "annotations", in: folder.path)
    #expect(run.lines == Self.names.map { "wrote lib/lua/\($0)" } + ["wrote .luarc.json"])
    #expect(folder.read(".luarc.json").contains(#""lib/lua""#))
  }

  @Test("refuses a .luarc.json with comments, says what to add, and does not change it after that")
  func refused() throws {
    let folder = AppFolder()
    folder.write(".luarc.json", "{ // mine\n}")
    let run = try Batch(folder, folder.path, app: "annotations")
    #expect(
      run.error == """
        \(folder.path)/.luarc.json: has comments, which a new version of the file would lose
          Nothing was written.
          To fix this, add this by hand:
            "runtime.version": "Lua 5.4",
            "runtime.builtin": {"debug":"disable","io":"disable","os":"disable"},
            "workspace.library": [".udfhost/annotations"],

        """)
    #expect(run.output == "")
    #expect(run.code == 1)
    #expect(folder.read(".luarc.json") == "{ // mine\n}")
    #expect(folder.read(".udfhost/annotations/udf.lua") == "")
    let mended = """
      { // mine
        "runtime.version": "Lua 5.4",
        "runtime.builtin": {"debug":"disable","io":"disable","os":"disable"},
        "workspace.library": [".udfhost/annotations"],
      }
      """
    folder.write(".luarc.json", mended)
    let second = try Batch(folder, folder.path, app: "annotations", in: folder.path)
    #expect(second.lines.last == "unchanged .luarc.json")
    #expect(second.code == 0)
    #expect(folder.read(".luarc.json") == mended)
  }

  @Test("a .luarc.json that cannot be read is an error, and is not replaced")
  func unreadable() throws {
    let folder = AppFolder()
    mkdir(folder.path + "/.luarc.json", 0o700)
    let run = try Batch(folder, folder.path, app: "annotations")
    #expect(run.error == "\(folder.path)/.luarc.json: this is not a file\n  Nothing was written.\n")
    #expect(run.code == 1)
  }
}
