import Testing

@testable import ControlCommand

@Suite struct NaturalOrderTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        /// In their order.
        var names: [String]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(name: "digits by value", names: ["picture2", "picture10", "picture100"]),
        Case(name: "digits in the middle", names: ["a2b9.jpg", "a2b10.jpg", "a10b1.jpg"]),
        Case(name: "a number before what goes on", names: ["1.jpg", "1a.jpg", "2.jpg", "11.jpg"]),
        Case(name: "without regard to case", names: ["Apple", "banana", "Cherry", "date"]),
        Case(name: "then by bytes", names: ["IMG1", "Img1", "img1"]),
        Case(
            name: "zeros in front do not count, but tell apart", names: ["a007", "a07", "a7", "a8", "a010"]),
        Case(name: "nothing but zeros", names: ["a", "a0", "a000", "a1"]),
        Case(
            name: "numbers beyond any machine's",
            names: ["9" + String(repeating: "0", count: 90), "1" + String(repeating: "0", count: 91)]),
        Case(name: "a beginning comes first", names: ["", "a", "ab", "ab1"]),
        Case(name: "letters of all alphabets", names: ["a", "É", "é2", "é10", "я", "한글2", "한글10"]),
        Case(name: "accents written in two ways are two names", names: ["e\u{301}", "\u{e9}"]),
    ])
    func namesAreInTheOrderOfPeople(order: Case) {
        for (index, name) in order.names.enumerated() {
            #expect(!(NaturalOrder(name) < NaturalOrder(name)))
            for other in order.names[(index + 1)...] {
                #expect(NaturalOrder(name) < NaturalOrder(other), "'\(name)' comes before '\(other)'")
                #expect(!(NaturalOrder(other) < NaturalOrder(name)))
            }
        }
    }
}
