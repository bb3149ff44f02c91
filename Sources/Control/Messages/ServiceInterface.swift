/// The interface that every Varlink service has: https://varlink.org/Service.
enum ServiceInterface {
    static let name = "org.varlink.service"

    static let description = """
        # Every Varlink service provides this: what it is, and which interfaces it has.
        interface org.varlink.service

        # The implementation and the names of its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The text that describes an interface.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # There is no such interface.
        error InterfaceNotFound (interface: string)

        # There is no such method.
        error MethodNotFound (method: string)

        # The method is described but not offered in this way.
        error MethodNotImplemented (method: string)

        # A parameter is missing, not known, or has a value that cannot be used.
        error InvalidParameter (parameter: string)

        # The method answers more than once: call it with "more".
        error ExpectedMore ()

        """
}

/// What `org.varlink.service.GetInfo` answers.
struct ServiceInfo: Codable {
    var vendor = "signaged"
    var product = "signaged"
    var version: String
    var url = ""
    var interfaces = [ServiceInterface.name, ControlInterface.name]
}

/// What `org.varlink.service.GetInterfaceDescription` answers.
struct InterfaceDescription: Codable {
    var description: String
}
