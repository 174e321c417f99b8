/// The renders of a scene's child scenes, by name.
///
///     func rows(_ ids: [Int], _ render: ChildRenders<Renders>) -> [Row] { ids.map { id in render.row(id) } }
///
/// Only the ``SceneRender`` of that scene can make it, so only that scene can build these child views.
@dynamicMemberLookup public struct ChildRenders<Renders> {
  private let renders: Renders

  init(_ renders: Renders) { self.renders = renders }

  /// The render with this name.
  public subscript<Params, View>(
    dynamicMember name: KeyPath<Renders, SceneRender<Params, View>>
  ) -> SceneRender<Params, View> {
    renders[keyPath: name]
  }
}
