import UDFHost

extension JSONLines {
  package static func preview(_ preview: ReplayPreview) -> String {
    object("preview") { fields in
      fields.add("generation", .integer(Int64(preview.generation)))
      fields.add("actions", .integer(Int64(preview.actions)))
      fields.add("differing", .list(preview.differing.map { .integer(Int64($0)) }))
      if preview.unseen > 0 { fields.add("unseen", .integer(Int64(preview.unseen))) }
    }
  }

  package static func replay(_ report: ReplayReport) -> String {
    object("replay") { fields in
      if let first = report.first { fields.add("first", .integer(Int64(first))) }
      fields.add("actions", .integer(Int64(report.actions)))
      if report.unseen > 0 { fields.add("unseen", .integer(Int64(report.unseen))) }
      if report.refusals.isEmpty { return }
      fields.add("refused", refusals(report.refusals))
    }
  }

  package static func replayed(_ action: ReplayedAction) -> String {
    object("replayed") { fields in
      fields.add("n", .integer(Int64(action.record.n)))
      fields.add("type", .string(action.record.type))
      fields.add("differs", .boolean(action.differs))
      guard action.differs else { return }
      fields.add("was", .list(action.record.changes.map(described)))
      if let error = action.error { return fields.add("error", .string(error.message)) }
      fields.add("now", .list(action.changes.map(described)))
    }
  }
}
