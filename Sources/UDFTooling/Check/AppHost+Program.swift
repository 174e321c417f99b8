import LuaSyntax
import UDFHost

extension AppHost {
  /// Parses the present files of the app.
  var program: LuaProgram {
    LuaProgram(main: loader.mainFile, libraries: loader.libraries.keys) { try? loader.files.read($0) }
  }
}
