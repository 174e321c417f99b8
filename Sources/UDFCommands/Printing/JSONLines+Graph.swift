import UDFHost
import UDFTooling

extension JSONLines {
  package static func graph(_ graph: AppGraph) -> String {
    object("graph") { fields in
      fields.add("nodes", .list(graph.nodes.map(described)))
      fields.add("edges", .list(graph.edges.map(described)))
    }
  }

  private static func described(_ node: AppGraph.Node) -> Value {
    var fields: Record = ["id": .string(node.id), "kind": .string(node.kind.rawValue), "name": .string(node.name)]
    if let file = node.file { fields["file"] = .string(file) }
    if let line = node.line { fields["line"] = .integer(Int64(line)) }
    return .map(fields)
  }

  private static func described(_ edge: AppGraph.Edge) -> Value {
    [
      "from": .string(edge.from), "to": .string(edge.to), "kind": .string(edge.kind.rawValue),
      "seen": .integer(Int64(edge.seen)),
    ]
  }
}
