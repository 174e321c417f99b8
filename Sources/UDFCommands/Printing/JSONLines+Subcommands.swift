import UDFHost
import UDFServices
import UDFTooling

/// The objects of the subcommands.
extension JSONLines {
  package static func summary(_ report: CheckReport) -> String {
    object("summary") { fields in
      fields.add("files", .integer(Int64(report.files)))
      fields.add("errors", .integer(Int64(report.errors)))
      fields.add("warnings", .integer(Int64(report.warnings)))
      if !report.grants.isEmpty { fields.add("grants", described(report.grants)) }
    }
  }

  /// A folder with the data of an app. `unsent` is left out if it cannot be counted.
  package static func data(_ data: KeptData) -> String {
    object("data") { fields in
      let extent = data.extent
      fields.add("app", .string(data.app))
      if let file = data.file { fields.add("file", .string(file)) }
      fields.add("folder", .string(data.folder))
      fields.add("bytes", .integer(Int64(extent.bytes)))
      fields.add("lastUse", .number(extent.lastUse))
      if let unsent = data.unsent { fields.add("unsent", .integer(Int64(unsent))) }
    }
  }

  /// The grants that an app requests.
  package static func grants(_ grants: [Grant]) -> String {
    object("grants") { fields in
      for (key, value) in described(grants).fields { fields.add(key, value) }
    }
  }

  private static func described(_ grants: [Grant]) -> Value {
    .map(
      Record(
        Grant.Kind.allCases.compactMap { kind in
          let values = grants.filter { $0.kind == kind }.map { Value.string($0.value) }
          return values.isEmpty ? nil : (kind.rawValue, .list(values))
        }))
  }
}
