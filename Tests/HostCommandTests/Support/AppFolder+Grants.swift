extension AppFolder {
  /// An app `shop` that requests the permissions in `grants`.
  convenience init(grants: String, name: String = "shop") {
    self.init(app: AppFolder.asking(for: grants, name: name), features: [:])
  }

  static func asking(for grants: String, name: String = "shop") -> String {
    """
    local udf = require "udf"
    return udf.app { name = "\(name)", features = {}, grants = { \(grants) } }
    """
  }
}
