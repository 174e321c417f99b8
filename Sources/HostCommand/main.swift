import ArgumentParser
import UDFConsole

do {
  var command = try Udfhost.parseAsRoot()
  try command.run()
} catch {
  Udfhost.end(with: error)
}
