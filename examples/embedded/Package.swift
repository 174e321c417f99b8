// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "embedded",
  platforms: [.macOS(.v15)],
  // In a program of your own: .package(url: "…/udfhost", from: "…", traits: []).
  // Without traits it has no shared logs in Redis and PostgreSQL and no inspector, and needs neither client library.
  dependencies: [.package(name: "udfhost", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "embedded",
      dependencies: [
        "TodoFeature",
        .product(name: "UDFHost", package: "udfhost"),
        .product(name: "UDFConsole", package: "udfhost"),
      ]),
    // Without UDFConsole, and so without GNU readline, which is GPLv3.
    .executableTarget(
      name: "todolist",
      dependencies: [
        "TodoFeature",
        .product(name: "UDFHost", package: "udfhost"),
        .product(name: "UDFServices", package: "udfhost"),
        .product(name: "UDF", package: "udfhost"),
      ],
      resources: [.embedInCode("App/app.lua"), .embedInCode("App/printing.lua")]),
    .target(
      name: "TodoFeature",
      dependencies: [.product(name: "UDFHost", package: "udfhost"), .product(name: "UDF", package: "udfhost")]),
  ],
  swiftLanguageModes: [.v6]
)
