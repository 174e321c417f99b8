#if Inspector
  import InspectorFiles

  /// A file of the page.
  struct PageFile: Sendable {
    let name: String
    let bytes: [UInt8]

    /// All files of the page, which are compiled into the program.
    static let all = Array(
      sequence(state: 0) { index -> PageFile? in
        let file = inspector_file_at(index)
        guard let name = file.name, let text = file.text else { return nil }
        index += 1
        return PageFile(name: String(cString: name), bytes: Array(String(cString: text).utf8))
      })

    /// The media type, by the end of the name.
    var type: String {
      switch name.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "js": "text/javascript; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      case "svg": "image/svg+xml"
      default: "application/octet-stream"
      }
    }
  }
#endif
