import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Painting

extension PaintingTests {
    /// What is drawn when it is shown: PDF and SVG.
    @Suite struct Documents {
        /// A PDF file of pages with these sizes in points; the left half of each is red. No table of its objects: readers
        /// must find them by themselves.
        private func pdf(_ pages: [String], more: String = "", trailer: String = "") -> [UInt8] {
            let content = "q 1 0 0 rg 0 0 100 1000 re f Q"
            let kids = pages.indices.map { "\(10 + $0) 0 R" }.joined(separator: " ")
            let objects = pages.enumerated().map { index, box in
                "\(10 + index) 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(box)]/Contents 3 0 R"
                    + "/Resources<<>>\(more)>>endobj\n"
            }
            return Array(
                ("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                    + "2 0 obj<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>endobj\n"
                    + "3 0 obj<</Length \(content.utf8.count)>>stream\n\(content)\nendstream endobj\n"
                    + objects.joined() + "trailer<</Root 1 0 R\(trailer)>>\n%%EOF\n").utf8)
        }

        @Test func aPageIsDrawnAtTheSizeItIsShownOnWhitePaper() throws {
            let painted = try paint(imageSlide(1000, 600), file: pdf(["200 100"]))
            #expect(painted.picture.source == "PDF, 200 × 100 points")
            #expect(painted.picture.notes.isEmpty && painted.picture.isOpaque)
            // Bars of 50 rows; the edge in the middle is sharp, as nothing was drawn smaller first.
            #expect(painted.rows(with: 0xff00_0000) == Array(50..<550))
            #expect(painted[499, 300] == 0xffff_0000 && painted[500, 300] == 0xffff_ffff)
        }

        @Test func ofSeveralPagesTheFirstIsShownAndSaidSo() throws {
            let painted = try paint(imageSlide(200, 100), file: pdf(["200 100", "50 50", "70 70"]))
            #expect(painted.picture.source == "PDF, 200 × 100 points")
            #expect(painted.picture.notes == ["the first of 3 pages"])
        }

        @Test func aTurnedPageIsUpright() throws {
            // A quarter clockwise: what was left is on top.
            let painted = try paint(imageSlide(100, 200), file: pdf(["200 100"], more: "/Rotate 90"))
            #expect(painted[50, 50] == 0xffff_0000 && painted[50, 150] == 0xffff_ffff)
        }

        @Test func atItsOwnSizeAPointIsAPixel() throws {
            let painted = try paint(imageSlide(300, 300, fit: .center), file: pdf(["200 100"]))
            #expect(painted.rows(with: 0xff00_0000) == Array(100..<200))
            #expect(painted.columns(with: 0xff00_0000) == Array(50..<250))
        }

        @Test func anEncryptedDocumentIsRefused() throws {
            // The keys need not fit any password: none is asked for.
            let key = String(repeating: "00", count: 32)
            let trailer =
                "/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<\(key)>/U<\(key)>>>"
            #expect(
                try reason(imageSlide(200, 100), file: pdf(["200 100"], trailer: trailer))
                    == "it is encrypted; save it without a password")
        }

        @Test func brokenDocumentsAreRefused() throws {
            for text in ["%PDF-1.4", "%PDF-1.4\ntrailer<</Root 1 0 R>>", "%PDF-1.4\n%%EOF"] {
                #expect(try reason(imageSlide(20, 20), file: Array(text.utf8)) != nil, "\(text)")
            }
            let whole = pdf(["200 100"])
            for count in stride(from: 5, to: whole.count, by: 11) {
                _ = try reason(imageSlide(20, 20), file: Array(whole.prefix(count)))
            }
        }

        // MARK: Sizes

        @Test(arguments: [
            ("40000 100", "40000 × 100 pixels: a side is longer than 30000 pixels"),
            ("20000 20000", "20000 × 20000 pixels is more than 250 megapixels"),
            ("1000000000 100", "a side is 0 or longer than 30000 pixels"),
        ])
        func tooLargeAPageIsRefused(_ box: String, _ expected: String) throws {
            #expect(try reason(imageSlide(200, 100), file: pdf([box])) == expected)
        }

        @Test(arguments: [
            ("40000", "100", "40000 × 100 pixels: a side is longer than 30000 pixels"),
            ("20000", "20000", "20000 × 20000 pixels is more than 250 megapixels"),
            ("10", "3000000000", "a side is 0 or longer than 30000 pixels"),
            ("0", "10", "a side is 0 or longer than 30000 pixels"),
            ("1e30", "10", "a side is 0 or longer than 30000 pixels"),
        ])
        func aDrawingThatIsTooLargeOrNothingIsRefused(_ width: String, _ height: String, _ expected: String)
            throws
        {
            let file = svg("", width: width, height: height)
            #expect(try reason(imageSlide(200, 100), file: file) == expected)
        }

        @Test func aDrawingMayBeThin() throws {
            #expect(try reason(imageSlide(200, 100), file: svg("", width: "1", height: "1")) == nil)
            #expect(try reason(imageSlide(200, 100), file: pdf(["1 700"])) == nil)
        }

        // MARK: References

        private func svg(_ inside: String, width: String = "20", height: String = "20", before: String = "")
            -> [UInt8]
        {
            Array(
                ("<?xml version=\"1.0\"?>\(before)<svg xmlns=\"http://www.w3.org/2000/svg\" "
                    + "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                    + "xmlns:xi=\"http://www.w3.org/2001/XInclude\" "
                    + "width=\"\(width)\" height=\"\(height)\">\(inside)</svg>").utf8)
        }

        /// Everything by which a drawing can name another file. None is read: not for lack of rights, as this runs without
        /// the painter's confinement.
        @Test func aDrawingReadsNoOtherFile() throws {
            let folder = try TemporaryFolder()
            let red = try Fixture.plain(20, 20, [255, 0, 0]).saved(by: "pngsave")
            let picture = try folder.write("red.png", red)
            let rect = "<rect id=\"r\" width=\"20\" height=\"20\" fill=\"#f00\"/>"
            let drawing = try folder.write("red.svg", svg(rect))
            let style = try folder.write("red.css", "rect { fill: #f00 }")
            let text = try folder.write("red.txt", rect)
            let blank = "<rect width=\"20\" height=\"20\" fill=\"#00f\"/>"
            let drawings = [
                svg("\(blank)<image width=\"20\" height=\"20\" xlink:href=\"file://\(picture)\"/>"),
                svg("\(blank)<image width=\"20\" height=\"20\" href=\"\(picture)\"/>"),
                svg("\(blank)<image width=\"20\" height=\"20\" href=\"file://\(drawing)\"/>"),
                svg("\(blank)<use href=\"file://\(drawing)#r\"/>"),
                svg("\(blank)<style>@import url(\"file://\(style)\");</style>"),
                svg("\(blank)<xi:include href=\"file://\(text)\" parse=\"xml\"/>"),
                svg("\(blank)&red;", before: "<!DOCTYPE svg [<!ENTITY red SYSTEM \"file://\(text)\">]>"),
                svg(blank, before: "<?xml-stylesheet type=\"text/css\" href=\"file://\(style)\"?>"),
            ]
            for (index, file) in drawings.enumerated() {
                // Refused, or painted without.
                guard let painted = try? paint(imageSlide(20, 20), file: file) else { continue }
                #expect(painted.count(notEqualTo: 0xff00_00ff) == 0, "drawing \(index)")
            }
            // What lies in the drawing itself is shown.
            let base64 = try base64(of: red)
            let inside = svg(
                "\(blank)<image width=\"20\" height=\"20\" href=\"data:image/png;base64,\(base64)\"/>")
            #expect(try paint(imageSlide(20, 20), file: inside)[10, 10] == 0xffff_0000)
        }

        @Test func entitiesThatMultiplyAreRefused() throws {
            var before = "<!DOCTYPE svg [<!ENTITY a0 \"<rect width='1' height='1'/>\">"
            for level in 1...9 {
                before += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">"
            }
            #expect(try reason(imageSlide(20, 20), file: svg("&a9;", before: before + "]>")) != nil)
        }

        private func base64(of bytes: [UInt8]) throws -> String {
            let workshop = try Workshop()
            try workshop.write("plain", bytes)
            return String(decoding: try workshop.make("base64 -w0 plain >picture"), as: UTF8.self)
        }
    }
}
