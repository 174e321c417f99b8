import UDFHost

extension JSONLines {
  static func preview(_ preview: ReplayPreview) throws(JSONRefusal) -> String {
    try object("preview") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("generation", .integer(Int64(preview.generation)))
      try fields.add("actions", .integer(Int64(preview.actions)))
      try fields.add("differing", .list(preview.differing.map { .integer(Int64($0)) }))
      if preview.unseen > 0 { try fields.add("unseen", .integer(Int64(preview.unseen))) }
    }
  }

  static func replay(_ report: ReplayReport) throws(JSONRefusal) -> String {
    try object("replay") { (fields: inout Fields) throws(JSONRefusal) in
      if let first = report.first { try fields.add("first", .integer(Int64(first))) }
      try fields.add("actions", .integer(Int64(report.actions)))
      if report.unseen > 0 { try fields.add("unseen", .integer(Int64(report.unseen))) }
      if report.refusals.isEmpty { return }
      let refusals = report.refusals.map { refusal -> Value in
        ["n": .integer(Int64(refusal.n)), "type": .string(refusal.type), "message": .string(refusal.error.message)]
      }
      try fields.add("refused", .list(refusals))
    }
  }

  static func replayed(_ action: ReplayedAction) throws(JSONRefusal) -> String {
    try object("replayed") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("n", .integer(Int64(action.record.n)))
      try fields.add("type", .string(action.record.type))
      try fields.add("differs", .boolean(action.differs))
      guard action.differs else { return }
      try fields.add("was", .list(action.record.changes.map(described)))
      if let error = action.error { return try fields.add("error", .string(error.message)) }
      try fields.add("now", .list(action.changes.map(described)))
    }
  }
}
