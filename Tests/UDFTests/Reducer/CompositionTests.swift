import Testing
import UDF
import UDFTesting

@Suite("Reducer: prisms, recursion and assignments")
struct CompositionTests {
  struct Node: Equatable, Identifiable, Sendable {
    var id: Int
    var name = ""
    var children: [Node] = []
  }

  indirect enum NodeAction: Equatable, Sendable {
    case rename(String)
    case add(Int)
    case child(Int, NodeAction)

    static let child = Prism(NodeAction.child) { if case .child(let id, let it) = $0 { (id, it) } else { nil } }
  }

  static let node = Reducer<Node, NodeAction>.recursive { node in
    .combined(
      Reducer { state, action in
        switch action {
        case .rename(let name): state.name = name
        case .add(let id): state.children.append(Node(id: id))
        case .child: break
        }
        return .none
      }, node.forEach(\.children, action: .child))
  }

  @Test("a recursive reducer reaches each level")
  func recursion() {
    let store = Store(Node(id: 0), reducer: Self.node)
    store.send(.add(1))
    store.send(.child(1, .add(2)))
    store.send(.child(1, .child(2, .rename("leaf"))))
    #expect(store.state == Node(id: 0, children: [Node(id: 1, children: [Node(id: 2, name: "leaf")])]))
  }

  struct Form: Equatable {
    var name = ""
    var isOpen = false
    var isValid = false
  }

  enum FormAction: Equatable {
    case set(Assignment<Form>)

    static let set = Prism(FormAction.set) { if case .set(let it) = $0 { it } else { nil } }
  }

  static let form = Reducer<Form, FormAction>.combined(
    .assigning(FormAction.set),
    Reducer { form, action in
      if case .set(let assignment) = action, assignment.changes(\.name) { form.isValid = !form.name.isEmpty }
      return .none
    })

  @Test("a control reads a member and assigns to it by an action, which the reducer handles")
  func bindings() {
    let store = Store(Form(), reducer: Self.form)
    let name = store.scope().binding(\.name, FormAction.set)
    name.value = "Ada"
    #expect(name.value == "Ada")
    #expect(store.state == Form(name: "Ada", isValid: true))
    store.scope().binding(\.isOpen, FormAction.set).value = true
    #expect(store.state == Form(name: "Ada", isOpen: true, isValid: true))
  }

  @Test("assignments are equal if they assign equal values to the same member, and show both")
  func assignments() {
    #expect(Assignment<Form>(\.name, "a") == Assignment(\.name, "a"))
    #expect(Assignment<Form>(\.name, "a") != Assignment(\.name, "b"))
    #expect(Assignment<Form>(\.isOpen, true) != Assignment(\.isValid, true))
    #expect("\(Assignment<Form>(\.name, "a"))".hasSuffix("name = \"a\""))
  }

  @MainActor @Test("each action is printed with its changes")
  func printing() {
    let printed = Collector<String>()
    let store = Store(Node(id: 0), reducer: Self.node, middleware: [.printingChanges { printed($0) }])
    store.send(.rename("a"))
    store.send(.add(1))
    store.send(.rename("a"))
    #expect(
      printed.elements == [
        """
        UDFTests.CompositionTests.NodeAction.rename("a")
          state.name: "" → "a"
        """,
        """
        UDFTests.CompositionTests.NodeAction.add(1)
          state.children[0]: + UDFTests.CompositionTests.Node(id: 1, name: "", children: [])
        """,
        """
        UDFTests.CompositionTests.NodeAction.rename("a")
          no change
        """,
      ])
  }

  @MainActor @Test("a scope's states are those of its part, without repetitions")
  func scopeStates() async {
    let store = Store(Form(), reducer: Self.form)
    var states = store.scope(\.isOpen) { (action: FormAction) in action }.states().makeAsyncIterator()
    #expect(await states.next() == false)
    for assignment in [Assignment<Form>(\.name, "a"), Assignment(\.isOpen, true)] { store.send(.set(assignment)) }
    #expect(await states.next() == true)
  }
}

extension Prism where Whole == CompositionTests.NodeAction, Part == (Int, CompositionTests.NodeAction) {
  static var child: Prism { CompositionTests.NodeAction.child }
}
