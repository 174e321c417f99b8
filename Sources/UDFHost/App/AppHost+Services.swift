import LuaRuntime

extension AppHost {
  /// A script calls a method of a service.
  func callService(_ arguments: [Value]) -> HostAnswer {
    let task = machine.currentTask
    return services.call(arguments, task: task, cause: nil) { _, signature in
      .failure(.string("\(signature.text) cannot be awaited yet"))
    }
  }
}
