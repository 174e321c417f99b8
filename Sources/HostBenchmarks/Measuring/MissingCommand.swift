/// The measured command is missing, or failed.
struct MissingCommand: Error, CustomStringConvertible {
  var path: String
  var description: String { "\(path): cannot be run; build it first: swift build -c release --product udfhost" }
}
