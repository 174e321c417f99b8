import Platform
import UDFHost

/// The files that somebody may be about to name.
enum FileNames {
  /// Those in the folder that `text` names so far, as paths; folders end with a slash.
  static func beginning(with text: String) -> [String] {
    let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    return Folder.names(in: folder.isEmpty ? "." : folder).map { name in
      Folder.exists(folder + name) ? "\(folder)\(name)/" : folder + name
    }
  }
}
