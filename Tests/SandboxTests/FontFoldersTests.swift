import Testing

@testable import Sandbox

@Suite struct FontFoldersTests {
    @Test func foldersAreTakenFromTheRootOnAndNotFromComments() {
        let text = """
            <?xml version="1.0"?>
            <fontconfig>
            <dir>/usr/share/fonts</dir><dir prefix="xdg">fonts</dir>
            <dir>~/.fonts</dir>
            <!-- <dir>/home</dir> -->
            <dir>
                /srv/our fonts
            </dir>
            <cachedir>/var/cache/fontconfig</cachedir>
            <!-- <dir>/root</dir>
            """
        #expect(fontFolders(inText: text) == ["/usr/share/fonts", "/srv/our fonts"])
    }

    @Test(arguments: ["", "<dir>", "<dir></dir>", "<dir>/cut", "</dir><dir>", "<!--", "--><dir>x</dir>"])
    func whatIsNoFolderIsLeftOut(_ text: String) {
        #expect(fontFolders(inText: text).isEmpty)
    }

    @Test func aMissingConfigurationNamesNone() {
        #expect(fontFolders(in: "/nowhere").isEmpty)
    }
}
