//! An English and a Vietnamese article with every kind of block, and a long one.

use domain::Timestamp;
use domain::articles::document::{
    Article, ArticleImage, Block, Faq, FaqItem, ImageRole, Section, Span, Text,
};
use domain::articles::outline::SectionId;
use domain::articles::research::{Source, SourceNumber};
use domain::images::SourceType;
use domain::locale::Language;
use publishing::{Author, Listed, PublicationFacts, Site};

pub(crate) fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) fn site(language: Language) -> Site {
    Site::new("The Kitchen Notebook", "https://notes.example", language)
}

pub(crate) fn facts(article: &Article) -> PublicationFacts {
    let site = site(article.language);
    PublicationFacts {
        url: site.article_url(&article.slug),
        author: Author::publisher_of(&site),
        site,
        published_at: time("2026-11-12T08:30:00Z"),
        modified_at: time("2026-11-15T09:00:00Z"),
        words: 1_640,
        synthetic: false,
    }
}

pub(crate) fn listed(article: &Article) -> Listed {
    Listed {
        slug: article.slug.clone(),
        title: article.title.clone(),
        excerpt: article.excerpt.clone(),
        language: article.language,
        author: "The Kitchen Notebook".to_owned(),
        published_at: time("2026-11-12T08:30:00Z"),
        modified_at: time("2026-11-15T09:00:00Z"),
    }
}

fn plain(text: &str) -> Span {
    Span::Plain(text.to_owned())
}

fn strong(text: &str) -> Span {
    Span::Strong(text.to_owned())
}

fn emphasis(text: &str) -> Span {
    Span::Emphasis(text.to_owned())
}

fn link(text: &str, url: &str) -> Span {
    Span::Link { text: text.to_owned(), url: url.to_owned() }
}

fn cite(number: u32) -> Span {
    Span::Citation(SourceNumber(number))
}

fn text(words: &str) -> Text {
    vec![plain(words)]
}

fn paragraph(words: &str) -> Block {
    Block::Paragraph(text(words))
}

fn list(ordered: bool, items: &[&str]) -> Block {
    Block::List { ordered, items: items.iter().map(|item| text(item)).collect() }
}

fn table(caption: &str, columns: &[&str], rows: &[&[&str]]) -> Block {
    Block::Table {
        caption: Some(caption.to_owned()),
        columns: columns.iter().map(|cell| text(cell)).collect(),
        rows: rows.iter().map(|row| row.iter().map(|cell| text(cell)).collect()).collect(),
    }
}

fn section(id: &str, heading: &str, blocks: Vec<Block>, children: Vec<Section>) -> Section {
    Section { id: SectionId::parse(id).unwrap(), heading: heading.to_owned(), blocks, children }
}

fn source(number: u32, title: &str) -> Source {
    Source {
        number: SourceNumber(number),
        url: None,
        title: title.to_owned(),
        publisher: None,
        published_at: None,
        read_at: time("2026-11-11T00:00:00Z"),
        sha256: "0".repeat(64),
    }
}

fn page(number: u32, title: &str, url: &str, publisher: &str, day: &str) -> Source {
    Source {
        url: Some(url.to_owned()),
        publisher: Some(publisher.to_owned()),
        published_at: Some(time(day)),
        ..source(number, title)
    }
}

fn image(id: &str, role: ImageRole, name: &str, alt: &str, caption: Option<&str>) -> ArticleImage {
    let address = |width: u32| format!("https://notes.example/media/{name}-{width}.webp");
    ArticleImage {
        id: id.parse().unwrap(),
        role,
        url: address(1536),
        alt: alt.to_owned(),
        caption: caption.map(str::to_owned),
        width: 1536,
        height: 1024,
        media_type: "image/webp".to_owned(),
        source_type: SourceType::AlgorithmicMedia,
        depicts: Vec::new(),
        charged: true,
        variants: vec![(address(480), 480), (address(960), 960)],
    }
}

fn item(question: &str, answer: Text) -> FaqItem {
    FaqItem { question: question.to_owned(), answer }
}

pub(crate) fn english() -> Article {
    Article {
        language: Language::ENGLISH,
        focus_keyword: "cold brew coffee".to_owned(),
        keywords: vec!["cold brew ratio".to_owned(), "cold brew at home".to_owned()],
        title: "Cold Brew Coffee at Home: Ratio, Time and Method".to_owned(),
        slug: "cold-brew-coffee-at-home".to_owned(),
        meta_title: "Cold Brew Coffee at Home: Ratios, Times and a Method".to_owned(),
        meta_description: "Make cold brew coffee at home with a jar and patience: the ratio, the grind, how long to \
                           steep, how to store it, and what to change when it tastes flat."
            .to_owned(),
        excerpt: "Cold brew needs coarse coffee, cold water and half a day. This guide gives ratios and times that \
                  work, and says what to change when they do not."
            .to_owned(),
        introduction: vec![
            Block::Paragraph(vec![
                plain("Cold brew coffee is ground coffee that has "),
                strong("steeped in cold water for 12 to 18 hours"),
                plain(" instead of minutes in hot water."),
                cite(2),
                plain(" Time does the work of heat, and the cup is rounder, less sharp and easy to keep."),
            ]),
            paragraph(
                "You need a jar, a sieve and a scale. The rest is a ratio, and knowing which of three dials to turn \
                 when a batch is not to your taste.",
            ),
        ],
        sections: english_sections(),
        faq: Some(Faq {
            heading: "Questions about cold brew".to_owned(),
            items: vec![
                item(
                    "How long does cold brew keep?",
                    vec![
                        plain("Undiluted, in a closed bottle in the refrigerator, about a week. It fades before it spoils."),
                        cite(2),
                        plain(" Once diluted with water or milk, drink it within two days."),
                    ],
                ),
                item(
                    "Is cold brew the same as iced coffee?",
                    text("No. Iced coffee is brewed hot and then cooled, so it keeps the acids that heat draws out."),
                ),
            ],
        }),
        images: vec![
            image(
                "img_00000000000000000000000001",
                ImageRole::Hero,
                "jar",
                "A glass jar of dark coffee beside a sieve on a kitchen table",
                Some("A jar, a sieve and half a day are the whole equipment."),
            ),
            image(
                "img_00000000000000000000000002",
                ImageRole::Section(SectionId::parse("2").unwrap()),
                "grind",
                "Coarse coffee grounds on a white plate",
                None,
            ),
        ],
        sources: vec![
            page(
                2,
                "Cold brew: a guide to extraction",
                "https://coffee.example/cold-brew (guide)?a=1&b=2",
                "Coffee Example",
                "2025-03-04T00:00:00Z",
            ),
            source(5, "Notes from the roastery"),
        ],
    }
}

fn english_sections() -> Vec<Section> {
    vec![
        section(
            "1",
            "What makes cold brew coffee different",
            vec![
                Block::Paragraph(vec![
                    plain("Hot water dissolves acids and bitter compounds within minutes. Cold water takes "),
                    emphasis("hours"),
                    plain(" and leaves much of both in the grounds."),
                    cite(2),
                    cite(5),
                    plain(" If you like the result over ice, see "),
                    link("our notes on ice", "https://notes.example/p/clear-ice"),
                    plain("."),
                ]),
                Block::Quote {
                    text: text("Patience replaces heat, and a scale replaces luck."),
                    source: SourceNumber(2),
                },
            ],
            vec![],
        ),
        section(
            "2",
            "The cold brew ratio, grind and time",
            vec![
                paragraph("Three dials decide the taste. Change one at a time, and write down what you did."),
                table(
                    "Starting points for one litre of water",
                    &["Use", "Coffee", "Ratio", "Steeping"],
                    &[
                        &["Ready to drink", "65 g", "1:15", "14 hours"],
                        &["Concentrate", "125 g", "1:8", "16 hours"],
                        &["For milk", "200 g", "1:5 | strong", "18 hours"],
                    ],
                ),
            ],
            vec![
                section(
                    "2.1",
                    "Grind",
                    vec![paragraph(
                        "Grind like coarse sea salt. Fine particles pass the sieve, make the cup cloudy and go on \
                         extracting in the bottle.",
                    )],
                    vec![section(
                        "2.1.1",
                        "Without a grinder",
                        vec![paragraph("Ask the shop for the setting of a French press.")],
                        vec![],
                    )],
                ),
                section(
                    "2.2",
                    "Time & temperature",
                    vec![list(
                        false,
                        &[
                            "At room temperature: 12 to 14 hours.",
                            "In the refrigerator: 16 to 18 hours.",
                            "Beyond 24 hours it turns woody, <never> better.",
                        ],
                    )],
                    vec![],
                ),
            ],
        ),
        section(
            "3",
            "Step by step",
            vec![
                list(
                    true,
                    &[
                        "Weigh 65 g of coffee and grind it coarsely.",
                        "Pour one litre of cold water over it and stir until all of it is wet.",
                        "Cover the jar and let it stand for 14 hours.",
                        "Strain through a sieve, then through paper. Do not press.",
                    ],
                ),
                paragraph("1986 was the year of the first patent? No: ask before you believe a number."),
            ],
            vec![],
        ),
        section(
            "4",
            "What to remember",
            vec![paragraph(
                "Start at 1:15 and 14 hours. Too thin, take more coffee; too bitter, take less time; too dull, grind \
                 a little finer.",
            )],
            vec![],
        ),
    ]
}

pub(crate) fn vietnamese() -> Article {
    Article {
        language: Language::VIETNAMESE,
        focus_keyword: "cà phê ủ lạnh".to_owned(),
        keywords: vec!["tỷ lệ cà phê ủ lạnh".to_owned()],
        title: "Cà phê ủ lạnh tại nhà: tỷ lệ, thời gian và cách làm".to_owned(),
        slug: "ca-phe-u-lanh-tai-nha".to_owned(),
        meta_title: "Cà phê ủ lạnh tại nhà: tỷ lệ và cách làm dễ nhất".to_owned(),
        meta_description: "Cách làm cà phê ủ lạnh tại nhà với một chiếc bình: tỷ lệ, cỡ xay, thời gian ủ, cách bảo \
                           quản và cách chỉnh khi vị chưa vừa ý."
            .to_owned(),
        excerpt: "Cà phê ủ lạnh chỉ cần bột xay thô, nước lạnh và nửa ngày. Bài này đưa ra tỷ lệ và thời gian để bắt \
                  đầu."
            .to_owned(),
        introduction: vec![Block::Paragraph(vec![
            plain("Cà phê ủ lạnh là cà phê được "),
            strong("ngâm trong nước lạnh từ 12 đến 18 giờ"),
            plain("."),
            cite(1),
            plain(" Thời gian làm thay phần việc của nhiệt, nên vị dịu hơn và ít chua hơn."),
        ])],
        sections: vec![
            section(
                "1",
                "Cà phê ủ lạnh khác gì cà phê đá?",
                vec![
                    paragraph("Cà phê đá được pha nóng rồi làm nguội, nên vẫn giữ vị chua mà nhiệt rút ra."),
                    Block::Quote { text: text("Kiên nhẫn thay cho lửa."), source: SourceNumber(1) },
                ],
                vec![],
            ),
            section(
                "2",
                "Tỷ lệ và thời gian ủ",
                vec![table(
                    "Tỷ lệ cho một lít nước",
                    &["Cách dùng", "Cà phê", "Thời gian"],
                    &[&["Uống ngay", "65 g", "14 giờ"], &["Pha với sữa", "125 g", "16 giờ"]],
                )],
                vec![section(
                    "2.1",
                    "Ở nhiệt độ phòng và trong tủ lạnh",
                    vec![list(false, &["Nhiệt độ phòng: 12 đến 14 giờ.", "Tủ lạnh: 16 đến 18 giờ."])],
                    vec![],
                )],
            ),
            section(
                "3",
                "Các bước thực hiện",
                vec![list(true, &[
                    "Cân 65 g cà phê và xay thô.",
                    "Đổ một lít nước lạnh, khuấy cho bột thấm đều.",
                    "Đậy kín và để yên 14 giờ.",
                ])],
                vec![],
            ),
        ],
        faq: Some(Faq {
            heading: "Câu hỏi thường gặp".to_owned(),
            items: vec![item(
                "Cà phê ủ lạnh để được bao lâu?",
                vec![plain("Khoảng một tuần trong tủ lạnh nếu chưa pha loãng."), cite(1)],
            )],
        }),
        images: vec![image(
            "img_00000000000000000000000003",
            ImageRole::Hero,
            "binh",
            "Bình thủy tinh đựng cà phê trên bàn bếp",
            Some("Một chiếc bình và nửa ngày chờ đợi."),
        )],
        sources: vec![page(
            1,
            "Cà phê ủ lạnh: cẩm nang",
            "https://caphe.example/u-lanh",
            "Cà Phê Ví Dụ",
            "2025-06-01T00:00:00Z",
        )],
    }
}
