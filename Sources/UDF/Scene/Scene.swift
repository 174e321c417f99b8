/// One kind of view: the part of the state that it sees, what it may send, and the scenes that it shows inside itself.
///
///     struct ArticleList: Scene {
///       struct Renders {
///         let row: SceneRender<Int, RowView>
///       }
///
///       func view(_ scope: Scope<[Int], ListAction>, _ params: Void, _ render: ChildRenders<Renders>) -> ListView {
///         ListView(rows: scope.state.map { id in render.row(id) })
///       }
///     }
///
/// A scene knows neither the whole state nor the path, nor any scene but those in its `Renders`. Only a ``SceneRender`` can
/// call ``view(_:_:_:)``.
public protocol Scene<Params, View> {
  /// What it sees of the state.
  associatedtype Model: Equatable
  /// What it may send.
  associatedtype Action
  /// What tells its instances apart.
  associatedtype Params = Void
  /// The renders of the scenes that it shows, by name.
  associatedtype Renders = Void
  /// What it builds.
  associatedtype View

  /// Builds one instance, which holds on to `scope`, usually by a ``ViewModel``, for as long as it lives.
  func view(_ scope: Scope<Model, Action>, _ params: Params, _ render: ChildRenders<Renders>) -> View
}
