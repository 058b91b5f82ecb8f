//! The metadata of an image file, as XMP and Exif. Texts are escaped, cut to a length that every format
//! holds, and free of characters that XML forbids.

mod exif;

use ports::images::Label;

/// The limit for texts, so that everything fits into one segment of a JPEG file.
const MAX_CHARACTERS: usize = 2000;
/// IPTC's vocabulary of ways to make an image.
const SOURCE_TYPES: &str = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/// A label in the formats that files embed.
pub(crate) struct Metadata {
    /// A whole XMP packet.
    pub(crate) xmp: String,
    /// The Exif data, a TIFF block.
    pub(crate) exif: Vec<u8>,
}

impl Metadata {
    pub(crate) fn of(label: &Label) -> Self {
        let description = printable(&label.description);
        let creator_tool = printable(&label.creator_tool);
        let exif = exif::block(&description, &creator_tool);
        Self { xmp: packet(label, &escape(&description), &escape(&creator_tool)), exif }
    }
}

fn packet(label: &Label, description: &str, creator_tool: &str) -> String {
    let source_type = label.source_type.as_str();
    let created_at = format!("{:.0}", label.created_at);
    let in_its_language = language_tag(&label.language)
        .map(|tag| format!("\n     <rdf:li xml:lang=\"{tag}\">{description}</rdf:li>"))
        .unwrap_or_default();
    format!(
        r#"<?xpacket begin="{byte_order_mark}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>{SOURCE_TYPES}{source_type}</Iptc4xmpExt:DigitalSourceType>
   <dc:description>
    <rdf:Alt>
     <rdf:li xml:lang="x-default">{description}</rdf:li>{in_its_language}
    </rdf:Alt>
   </dc:description>
   <xmp:CreatorTool>{creator_tool}</xmp:CreatorTool>
   <xmp:CreateDate>{created_at}</xmp:CreateDate>
   <photoshop:DateCreated>{created_at}</photoshop:DateCreated>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"#,
        byte_order_mark = '\u{FEFF}',
    )
}

/// The language tag, if it has a valid form.
fn language_tag(language: &str) -> Option<&str> {
    let part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    language.split('-').all(part).then_some(language)
}

/// The printable characters of a text on one line, with a limited length.
fn printable(text: &str) -> String {
    let visible = text.chars().map(|character| if character.is_control() { ' ' } else { character });
    visible.filter(|character| !matches!(character, '\u{FFFE}' | '\u{FFFF}')).take(MAX_CHARACTERS).collect()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;
    use domain::images::SourceType;

    use super::*;

    fn label(description: &str, language: &str) -> Label {
        Label {
            source_type: SourceType::AlgorithmicMedia,
            description: description.to_owned(),
            language: language.to_owned(),
            creator_tool: "Rankwright".to_owned(),
            created_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_packet_says_it_all() {
        let xmp = Metadata::of(&label("Chợ nổi <Cái Răng> & \"ghe\"\u{0}", "vi")).xmp;
        assert!(xmp.contains(">http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia<"), "{xmp}");
        let description = "Chợ nổi &lt;Cái Răng&gt; &amp; &quot;ghe&quot; </rdf:li>";
        assert!(xmp.contains(&format!("xml:lang=\"x-default\">{description}")), "{xmp}");
        assert!(xmp.contains(&format!("xml:lang=\"vi\">{description}")), "{xmp}");
        assert!(xmp.contains("<xmp:CreateDate>1970-01-01T00:00:00Z<"), "{xmp}");
    }

    #[test]
    fn a_language_that_is_none_is_left_out() {
        let xmp = Metadata::of(&label("A cat", "e\"n")).xmp;
        assert_eq!(xmp.matches("<rdf:li").count(), 1, "{xmp}");
    }

    #[test]
    fn the_longest_text_fits_into_a_segment() {
        let metadata = Metadata::of(&label(&"\"".repeat(70_000), "en"));
        assert!(metadata.xmp.len() < 60_000);
        assert!(metadata.exif.len() < 60_000);
    }
}
