import Glibc
import Testing

@Suite("udfhost annotations")
struct AnnotationCommandTests {
  private static let names = ["udf.lua", "udf/test.lua", "features.lua", "services.lua"]

  @Test("writes what an editor has to know beside the app, says so, and writes nothing the second time")
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

  @Test("writes to another folder that --out names")
  func out() throws {
    let folder = AppFolder()
    let run = try Batch(folder, folder.path, "--out", "lib/lua", app: "annotations", in: folder.path)
    #expect(run.lines == Self.names.map { "wrote lib/lua/\($0)" } + ["wrote .luarc.json"])
    #expect(folder.read(".luarc.json").contains(#""lib/lua""#))
  }

  @Test("refuses a .luarc.json whose comments it would lose, says what to add, and leaves it alone once that is done")
  func refused() throws {
    let folder = AppFolder()
    folder.write(".luarc.json", "{ // mine\n}")
    let run = try Batch(folder, folder.path, app: "annotations")
    #expect(
      run.error == """
        \(folder.path)/.luarc.json: has comments, which would be lost if it was written anew
          Nothing was written.
          To fix this, let it say by hand:
            "runtime.version": "Lua 5.4",
            "workspace.library": [".udfhost/annotations"],

        """)
    #expect(run.output == "")
    #expect(run.code == 1)
    #expect(folder.read(".luarc.json") == "{ // mine\n}")
    #expect(folder.read(".udfhost/annotations/udf.lua") == "")
    let mended = """
      { // mine
        "runtime.version": "Lua 5.4",
        "workspace.library": [".udfhost/annotations"],
      }
      """
    folder.write(".luarc.json", mended)
    let second = try Batch(folder, folder.path, app: "annotations", in: folder.path)
    #expect(second.lines.last == "unchanged .luarc.json")
    #expect(second.code == 0)
    #expect(folder.read(".luarc.json") == mended)
  }

  @Test("a .luarc.json that cannot be read is not taken for none")
  func unreadable() throws {
    let folder = AppFolder()
    mkdir(folder.path + "/.luarc.json", 0o700)
    let run = try Batch(folder, folder.path, app: "annotations")
    #expect(run.error == "\(folder.path)/.luarc.json: cannot be read: Is a directory\n  Nothing was written.\n")
    #expect(run.code == 1)
  }
}
