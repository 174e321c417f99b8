import HostTesting

@testable import UDFHost

extension ServiceProbe {
  /// Calls the files service of an app whose folder has `data/lines.txt`.
  static func files(more: String = "", configure: (inout HostConfiguration) -> Void = { _ in }) throws -> ServiceProbe {
    let probe = try ServiceProbe("files", more: more, configure: configure)
    try probe.app.folder.save("one\ntwo\r\n\nlast", to: "data/lines.txt")
    return probe
  }

  /// The failure of a call that names a file which is not granted.
  static func fileRefusal(_ path: String) -> String {
    "notGranted: \(path): scripts may not reach this file; grant it with --grant files=\(path), "
      + "or with --allow-requested if udf.app asks for it: grants = { files = { \"\(path)\" } }"
  }
}
