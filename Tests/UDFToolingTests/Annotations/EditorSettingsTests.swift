import Testing
import UDFHost

@testable import UDFTooling

@Suite("the settings of an editor")
struct EditorSettingsTests {
  /// The expected content of the file; nil: the file does not change.
  private static func settings(_ text: String?) throws -> String? {
    var settings = try EditorSettings(text.map { Array($0.utf8) }, file: "/app/.luarc.json")
    try settings.add(library: ".udfhost/annotations")
    return try settings.text()
  }

  private static let fresh = """
    {
      "runtime.builtin": {
        "debug": "disable",
        "io": "disable",
        "os": "disable"
      },
      "runtime.version": "Lua 5.4",
      "workspace.library": [
        ".udfhost/annotations"
      ]
    }

    """

  @Test("are made if there are none, and do not change the next time")
  func fresh() throws {
    #expect(try Self.settings(nil) == Self.fresh)
    #expect(try Self.settings("{}") == Self.fresh)
    #expect(try Self.settings(#"{ "runtime.version": "Lua 5.4", }"#) == Self.fresh)
    #expect(try Self.settings(Self.fresh) == nil)
  }

  @Test(
    "that are already right are not changed, with their comments and layout",
    arguments: [
      #"""
      {
        // The host's own: https://example.org
        "runtime.version": "Lua 5.4", /* not 5.3 */
        "runtime.builtin": { "io": "enable" }, // "mine, too"
        "workspace.library": [
          "lib", // "mine",
          ".udfhost/annotations",
        ],
      }
      """#,
      #"{"Lua":{"runtime":{"version":"Lua 5.4","builtin":{}},"workspace":{"library":{".udfhost/annotations":true}}}}"#,
      #"{ "runtime.version": "Lua 5.4", "runtime.builtin": {}, "workspace.library": [".udfhost/annotations"], "note": "a // b /* c \" // d" }"#,
    ])
  func leftAlone(_ text: String) throws {
    #expect(try Self.settings(text) == nil)
  }

  @Test("keep the user's settings, in any notation")
  func kept() throws {
    #expect(
      try Self.settings(
        #"{ "workspace.library": ["lib"], "diagnostics": { "disable": ["lowercase-global"], "n": 1.50 } }"#)
          == """
          {
            "diagnostics": {
              "disable": [
                "lowercase-global"
              ],
              "n": 1.5
            },
            "runtime.builtin": {
              "debug": "disable",
              "io": "disable",
              "os": "disable"
            },
            "runtime.version": "Lua 5.4",
            "workspace.library": [
              "lib",
              ".udfhost/annotations"
            ]
          }

          """)
    #expect(
      try Self.settings(
        #"{ "Lua.runtime.version": "Lua 5.3", "Lua": { "workspace": { "library": { "lib": true } } } }"#)
          == """
          {
            "Lua": {
              "workspace": {
                "library": {
                  ".udfhost/annotations": true,
                  "lib": true
                }
              }
            },
            "Lua.runtime.version": "Lua 5.3",
            "runtime.builtin": {
              "debug": "disable",
              "io": "disable",
              "os": "disable"
            }
          }

          """)
  }

  @Test(
    "that cannot be read, or would lose comments, are refused",
    arguments: [
      (
        "{ // mine\n}",
        """
        /app/.luarc.json: has comments, which a new version of the file would lose
          Nothing was written.
          To fix this, add this by hand:
            "runtime.version": "Lua 5.4",
            "runtime.builtin": {"debug":"disable","io":"disable","os":"disable"},
            "workspace.library": [".udfhost/annotations"],
        """
      ),
      (
        #"{ "Lua": { "runtime.version": "Lua 5.4", "runtime.builtin": {}, "workspace": { /* mine */ "library": ["lib",] } } }"#,
        """
        /app/.luarc.json: has comments, which a new version of the file would lose
          Nothing was written.
          To fix this, add this by hand:
            "Lua.workspace.library": ["lib",".udfhost/annotations"],
        """
      ),
      (
        "{\n  /* no\n     end\n}",
        """
        /app/.luarc.json:4:2: expected a key in double quotes, got the end of the text
          Nothing was written.
          To fix this, make it valid JSON, or move it away
        """
      ),
      (
        "[]",
        """
        /app/.luarc.json:1:1: expected an object, got list of 0 items
          Nothing was written.
          To fix this, make it valid JSON, or move it away
        """
      ),
      (
        #"{ "workspace.library": "lib" }"#,
        """
        /app/.luarc.json: workspace.library must be a list of folders, got string "lib"
          Nothing was written.
        """
      ),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: HostError.self) { try Self.settings(text) }
    #expect(error?.message == message)
  }
}
