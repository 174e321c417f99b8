import UDFHost

extension JSONRefusal {
  /// What is told instead of the line of `--json`.
  var message: String {
    """
    \(place): cannot be written as JSON: \(reason)
      The line was left out; the state is as it is.
      To fix this, leave --json out or keep such values out of what you print.
    """
  }
}
