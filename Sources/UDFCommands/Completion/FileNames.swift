import Platform
import UDFHost

/// Completes file names.
enum FileNames {
  /// Returns the paths that start with `text`; folders end with a slash.
  static func beginning(with text: String) -> [String] {
    let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    return Folder.names(in: folder.isEmpty ? "." : folder).map { name in
      Folder.exists(folder + name) ? "\(folder)\(name)/" : folder + name
    }
  }
}
