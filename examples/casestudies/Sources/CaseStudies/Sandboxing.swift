import UDF

/// An app, and a demonstration of it in a sheet that saves to a storage of its own.
public struct SandboxApp: Equatable {
  public var app = TabsApp()
  public var sandbox: TabsApp?

  public init() {}
}

public enum SandboxAction: Equatable, Sendable {
  case app(SavedTabsAction)
  case sandbox(SavedTabsAction)
  case openTapped
  case closed

  static let app = Prism(SandboxAction.app) { if case .app(let it) = $0 { it } else { nil } }
  static let sandbox = Prism(SandboxAction.sandbox) { if case .sandbox(let it) = $0 { it } else { nil } }
}

public func sandboxing(
  _ storage: any Storage<Stats>, sandbox: any Storage<Stats>
) -> Reducer<SandboxApp, SandboxAction> {
  .combined(
    savedTabs(storage).lifted(state: \.app, action: SandboxAction.app),
    savedTabs(sandbox).optional(\.sandbox, action: SandboxAction.sandbox),
    Reducer { state, action in
      switch action {
      case .openTapped: state.sandbox = TabsApp()
      case .closed: state.sandbox = nil
      case .app, .sandbox: break
      }
      return .none
    })
}
