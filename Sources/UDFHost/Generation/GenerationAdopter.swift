/// A part of the host that depends on the app's code.
protocol GenerationAdopter: AnyObject {
  /// Switches to a new generation, which was validated and cannot fail any more. The slices already have their new
  /// content. nil: the app is unloaded, and the part releases everything of the app.
  func adopt(_ generation: Generation?)
}
