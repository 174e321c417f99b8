/// Builds the views of one scene: the only way to get one.
///
/// Who composes the app makes it, and decides which part of the state the scene sees; who is given it knows only what it
/// takes and what it builds. Each call builds another instance, with a life of its own.
///
///     let row = SceneRender(ArticleRow()) { id in
///       store.scope({ $0.articles[id] }) { AppAction.article(id, $0) }
///     }
///     let list = SceneRender(ArticleList(), renders: .init(row: row)) { store.scope(\.order, action: AppAction.list) }
///     let view = list()
public struct SceneRender<Params, View> {
  private let build: (Params) -> View

  /// The render of a scene that shows others.
  ///
  /// - Parameter model: the part of the state and of the actions that an instance with these params gets.
  public init<Shown: Scene>(
    _ scene: Shown, renders: Shown.Renders, model: @escaping (Params) -> Scope<Shown.Model, Shown.Action>
  ) where Shown.Params == Params, Shown.View == View {
    build = { params in scene.view(model(params), params, ChildRenders(renders)) }
  }

  /// The render of a scene that shows no others.
  public init<Shown: Scene>(
    _ scene: Shown, model: @escaping (Params) -> Scope<Shown.Model, Shown.Action>
  ) where Shown.Params == Params, Shown.View == View, Shown.Renders == Void {
    self.init(scene, renders: (), model: model)
  }

  /// Builds an instance with these params.
  public func callAsFunction(_ params: Params) -> View { build(params) }

  /// Builds an instance.
  public func callAsFunction() -> View where Params == Void { build(()) }
}
