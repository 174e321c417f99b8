// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "userserver",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "userserver", targets: ["UserServer"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.20.0"),
  ],
  targets: [
    .executableTarget(
      name: "UserServer",
      dependencies: ["FlyingFox", .product(name: "ArgumentParser", package: "swift-argument-parser")])
  ],
  swiftLanguageModes: [.v6]
)
