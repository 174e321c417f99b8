/// A file of the page.
package struct PageFile: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// The media type, by the end of the name.
  package var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
