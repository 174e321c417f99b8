// A program without a console, and so without GNU readline.
let list = TodoList()
try await list.open()
for title in ["read the README", "write an app", "ship it"] { try await list.add(title) }
try await list.toggle("t1")
print("printed: \(try await list.printOpen())")
