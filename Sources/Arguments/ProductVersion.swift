/// The version that every program of this product answers to `--version`.
public let productVersion = "0.1.0"
