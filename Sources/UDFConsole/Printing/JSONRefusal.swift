/// Why a value cannot be written as JSON, and where in it the reason lies.
struct JSONRefusal: Error {
  let place: String
  let reason: String

  var message: String {
    """
    \(place): cannot be written as JSON: \(reason)
      The line was left out; the state is as it is.
      To fix this, leave --json out or keep such values out of what you print.
    """
  }
}
