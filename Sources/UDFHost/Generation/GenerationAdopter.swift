/// A part of the host that changes with the app's code.
protocol GenerationAdopter: AnyObject {
  /// Goes on with a new generation, which was validated and cannot fail any more. The slices have their new content already.
  /// nil: the app is unloaded; the part releases all that it has of the app.
  func adopt(_ generation: Generation?)
}
