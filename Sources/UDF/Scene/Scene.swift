/// A kind of view: the part of the state that it reads, the actions that it may send, and its child scenes.
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
/// A scene uses no other scenes but those in its `Renders`. Only a ``SceneRender`` can call ``view(_:_:_:)``.
public protocol Scene<Params, View> {
  /// The part of the state that the scene reads.
  associatedtype Model: Equatable
  /// The actions that it may send.
  associatedtype Action
  /// The parameters of an instance.
  associatedtype Params = Void
  /// The renders of its child scenes, by name.
  associatedtype Renders = Void
  /// The view that it builds.
  associatedtype View

  /// Builds one instance. It keeps `scope` for its lifetime, usually in a ``ViewModel``.
  func view(_ scope: Scope<Model, Action>, _ params: Params, _ render: ChildRenders<Renders>) -> View
}
