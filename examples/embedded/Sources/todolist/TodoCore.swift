import UDF
import UDFHost
import UDFServices

/// Provides the service `printer` besides the built-in ones.
struct TodoCore: HostCore {
  let instances = Instances()

  private struct Lines: Decodable {
    var lines: [String]
  }

  func services() -> [HostService] {
    [
      HostService(
        "printer", doc: "Prints on standard output.",
        [
          ServiceMethod(
            awaiting: "print", ["lines": ["string"]], returns: "integer", doc: "Prints lines and returns their number."
          ) { call in
            let lines = try call.decoded(as: Lines.self).lines
            for line in lines { print("- \(line)") }
            return .integer(Int64(lines.count))
          }
        ])
    ]
  }
}
