import UDFHost

/// The parts of an app and their connections, from the source and from what the host has seen.
///
///     let graph = host.graph
///     graph.edges.filter { $0.kind == .sends }.map { "\($0.from) → \($0.to)" }
public struct AppGraph: Sendable, Equatable {
  public struct Node: Sendable, Equatable {
    public enum Kind: String, Sendable {
      case feature, action, effect, service, flow, scene
    }

    /// Unique in the graph: `action cart/add`.
    public var id: String
    public var kind: Kind
    public var name: String
    /// Where it is defined; nil if it is not a part of a script.
    public var file: String?
    public var line: Int?
  }

  public struct Edge: Sendable, Hashable {
    public enum Kind: String, Sendable {
      /// An effect, a feature or a scene sends an action, or an action sends an event to the flow.
      case sends
      /// An action is reduced by a feature.
      case handles
      /// An action starts an effect.
      case starts
      /// An effect or a feature may call a service.
      case calls
      /// The flow shows a scene, or a scene renders another one.
      case shows
    }

    public var from: String
    public var to: String
    public var kind: Kind
    /// How often the history contains the edge; for `calls`, the number of calls since the scripts were loaded.
    public var seen: Int
  }

  public private(set) var nodes: [Node] = []
  public private(set) var edges: [Edge] = []
  private var known: Set<String> = []
  /// The positions of the edges, by the edges without their numbers.
  private var positions: [Edge: Int] = [:]

  mutating func add(_ kind: Node.Kind, _ name: String, file: String? = nil, line: Int? = nil) -> String {
    let id = "\(kind.rawValue) \(name)"
    if known.insert(id).inserted { nodes.append(Node(id: id, kind: kind, name: name, file: file, line: line)) }
    return id
  }

  /// Adds an edge, or adds to the number of an edge that exists.
  mutating func connect(_ from: String, _ to: String, _ kind: Edge.Kind, seen: Int = 0) {
    let edge = Edge(from: from, to: to, kind: kind, seen: 0)
    if positions[edge] == nil {
      positions[edge] = edges.count
      edges.append(edge)
    }
    edges[positions[edge] ?? 0].seen += seen
  }
}
