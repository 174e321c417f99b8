/// Builds the views of one scene. There is no other way to build one.
///
/// The code that composes the app makes it, and determines the part of the state that the scene reads. Other code uses
/// only its parameters and its view type. Each call builds a new, independent instance.
///
///     let row = SceneRender(ArticleRow()) { id in
///       store.scope({ $0.articles[id] }) { AppAction.article(id, $0) }
///     }
///     let list = SceneRender(ArticleList(), renders: .init(row: row)) { store.scope(\.order, action: AppAction.list) }
///     let view = list()
public struct SceneRender<Params, View> {
  private let build: (Params) -> View

  /// Makes the render of a scene with child scenes. `model` returns the part of the state and of the actions for an
  /// instance with these parameters.
  public init<Shown: Scene>(
    _ scene: Shown, renders: Shown.Renders, model: @escaping (Params) -> Scope<Shown.Model, Shown.Action>
  ) where Shown.Params == Params, Shown.View == View {
    build = { params in scene.view(model(params), params, ChildRenders(renders)) }
  }

  /// Makes the render of a scene without child scenes.
  public init<Shown: Scene>(
    _ scene: Shown, model: @escaping (Params) -> Scope<Shown.Model, Shown.Action>
  ) where Shown.Params == Params, Shown.View == View, Shown.Renders == Void {
    self.init(scene, renders: (), model: model)
  }

  /// Builds an instance with these parameters.
  public func callAsFunction(_ params: Params) -> View { build(params) }

  /// Builds an instance.
  public func callAsFunction() -> View where Params == Void { build(()) }
}
