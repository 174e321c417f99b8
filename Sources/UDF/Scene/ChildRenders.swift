/// The renders of the scenes that a scene shows inside itself, by name.
///
/// It is made by the ``SceneRender`` of that scene and by nobody else, which is why nobody else builds its views.
@dynamicMemberLookup public struct ChildRenders<Renders> {
  private let renders: Renders

  init(_ renders: Renders) { self.renders = renders }

  /// The render of that name.
  public subscript<Params, View>(
    dynamicMember name: KeyPath<Renders, SceneRender<Params, View>>
  ) -> SceneRender<Params, View> {
    renders[keyPath: name]
  }
}
