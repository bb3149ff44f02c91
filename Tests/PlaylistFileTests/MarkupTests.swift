import PlaylistFile
import Signage
import Testing

@Suite struct MarkupTests {
    private func message(_ markup: String) -> String? {
        let escaped = markup.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
        let reading = playlist("slides: [{markup: \"\(String(escaped))\"}]")
        #expect((reading.value == nil) == (reading.diagnostics.count == 1))
        return reading.diagnostics.first?.message
    }

    @Test(arguments: [
        "", "plain", "<b>−30 %</b> today", "<span size=\"large\" foreground='#ff0000'>a</span>", "a > b",
        "<b><i>x</i></b >", "&amp;&lt;&gt;&quot;&apos;", "&#38;&#x1F600;&#10;", "<!-- a <b> -- comment -->x",
        "<span\n  font = \"Noto Sans 12\"\t>x</span>", "<b/>", "<span size='1'/>",
        "<tt>a</tt><u>b</u><big>c</big>",
        "<s>a</s><sub>b</sub><sup>c</sup><small>d</small>", "<markup>a</markup>", "<b>\u{301}x</b>\u{FE0F}",
        "<span foreground='a&amp;b'>x</span>", "<span font='>'>x</span>",
    ])
    func wellFormed(_ markup: String) {
        #expect(message(markup) == nil)
    }

    @Test(arguments: [
        ("<b>Hello", "'<b>' is not closed"),
        ("<b><i>x</b></i>", "'</b>' stands where '</i>' should"),
        ("x</b>", "'</b>' closes nothing"),
        ("Fish & chips", "'&' begins an entity; write '&amp;' for the sign itself"),
        ("a &nbsp; b", "unknown entity '&nbsp;'; write '&amp;' for the sign '&' itself"),
        ("&;", "unknown entity '&;'; write '&amp;' for the sign '&' itself"),
        ("&#0;", "unknown entity '&#0;'; write '&amp;' for the sign '&' itself"),
        ("&#xD800;", "unknown entity '&#xD800;'; write '&amp;' for the sign '&' itself"),
        ("1 < 2", "'<' begins a tag; write '&lt;' for the sign itself"),
        ("<", "'<' begins a tag; write '&lt;' for the sign itself"),
        ("<font>x</font>", "unknown tag '<font>'; known are b, big, i, s, span, sub, sup, small, tt, u"),
        ("<B>x</B>", "unknown tag '<B>'; known are b, big, i, s, span, sub, sup, small, tt, u"),
        ("<b size='1'>x</b>", "'<b>' takes no attributes; use '<span>'"),
        ("<span size>x</span>", "'=' is missing after 'size'"),
        ("<span size=1>x</span>", "the value of 'size' needs quotes"),
        ("<span size='1>x</span>", "the value of 'size' is not closed by its quote"),
        ("<span size='1'font='a'>x</span>", "'<span' is not closed by '>'"),
        ("<span size='a&b'>x</span>", "'&' begins an entity; write '&amp;' for the sign itself"),
        ("<b", "'<b' is not closed by '>'"),
        ("</", "'</' is not closed by '>'"),
        ("<b>x</b", "'</b' is not closed by '>'"),
        ("<!-- x", "'<!--' is not closed"),
    ])
    func bad(_ markup: String, _ reason: String) {
        #expect(message(markup) == "bad markup: \(reason)")
    }
}
