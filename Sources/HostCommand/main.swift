import ArgumentParser

do {
  var command = try Udfhost.parseAsRoot()
  try command.run()
} catch {
  Udfhost.end(with: error)
}
