//! Two good articles with their sources.

use domain::Timestamp;
use domain::articles::brief::{
    BriefQuestion, BriefTerm, ContentBrief, KeywordFigures, QueryType, QuestionOrigin, TermKind,
};
use domain::articles::document::{Article, Block, Faq, FaqItem, Section, Span, Text};
use domain::articles::order::{ArticleInput, ArticleMode, PublishPolicy, Tone};
use domain::articles::outline::SectionId;
use domain::articles::passages::{Passage, PassageId, PassageKind};
use domain::articles::record::Tier;
use domain::articles::research::{Grounding, Research, Source, SourceNumber};
use domain::locale::Language;
use domain::search::{Intent, SearchIntent};
use editorial::gates::GateContext;

/// An article with all input of its measurement.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) article: Article,
    pub(crate) order: ArticleInput,
    pub(crate) research: Research,
}

impl Sample {
    pub(crate) fn context(&self) -> GateContext<'_> {
        GateContext {
            order: &self.order,
            research: &self.research,
            internal_links: &[],
            own_articles: &[],
            json_ld_problems: &[],
            tier: Tier::Standard,
            // Content checks have their own tests.
            is_sample: true,
        }
    }
}

pub(crate) fn english() -> Sample {
    let mut article = article(include_str!("../data/cold_brew.txt"), Language::ENGLISH, "cold brew coffee");
    article.slug = "cold-brew-coffee-at-home".into();
    article.meta_title = "Cold Brew Coffee at Home: Ratio, Time and Storage Guide".into();
    article.meta_description = "Make smooth cold brew coffee at home with a jar and patience: ratio, grind, \
        steeping time, filtering and storage explained step by step for beginners."
        .into();
    let evidence = [
        (1, "Steep the grounds for 12 to 18 hours in a refrigerator, depending on taste."),
        (1, "We used 100 g of coffee and 800 ml water for every test in our kitchen."),
        (2, "Beans from a bag opened two weeks earlier scored almost as well as fresh ones."),
        (2, "Stored in a closed bottle, cold brew lasted 10 days."),
    ];
    let questions =
        ["Is cold brew stronger than hot coffee?", "Can you heat cold brew?", "What filter do I need?"];
    let terms = [("cold brew", 10), ("coarse", 6), ("ratio", 5), ("filter", 5), ("nitro", 2)];
    with_research(article, &evidence, &questions, &terms)
}

pub(crate) fn vietnamese() -> Sample {
    let mut article = article(include_str!("../data/ca_phe.txt"), Language::VIETNAMESE, "cà phê phin");
    article.slug = "cach-pha-ca-phe-phin-ngon-tai-nha".into();
    article.meta_title = "Cách pha cà phê phin ngon tại nhà cho người mới bắt đầu".into();
    article.meta_description =
        "Hướng dẫn pha cà phê phin ngon tại nhà: chọn bột, lượng nước, nhiệt độ, các bước \
        pha và cách bảo quản để ly cà phê luôn thơm và đậm đà mỗi sáng."
            .into();
    let evidence = [
        (1, "Một phin cà phê cần khoảng 5 phút để chảy hết."),
        (1, "Dùng 25 gam bột cho một phin cỡ vừa."),
        (2, "Nước pha nên ở 95 độ C."),
    ];
    let terms = [("cà phê phin", 10), ("nước sôi", 5), ("sữa đặc", 3)];
    with_research(article, &evidence, &["Nên dùng phin nhôm hay inox?"], &terms)
}

fn with_research(
    article: Article,
    evidence: &[(u32, &str)],
    questions: &[&str],
    terms: &[(&str, u32)],
) -> Sample {
    let passages = evidence.iter().zip(1..).map(|((source, text), id)| passage(id, *source, text));
    let mut brief = brief(&article.focus_keyword, article.language);
    brief.questions = questions.iter().map(|text| question(text)).collect();
    brief.terms = terms.iter().map(|(text, pages)| term(text, *pages)).collect();
    let research = Research {
        grounding: Grounding::Search,
        sources: article.sources.clone(),
        passages: passages.collect(),
        brief: Some(Box::new(brief)),
        ..Research::default()
    };
    let order = order(&article.focus_keyword, article.language, editorial::words(&article));
    Sample { article, order, research }
}

pub(crate) fn passage(id: u32, source: u32, text: &str) -> Passage {
    Passage {
        id: PassageId(id),
        source: SourceNumber(source),
        also_in: Vec::new(),
        title: format!("Source {source}"),
        path: Vec::new(),
        kind: PassageKind::Paragraph,
        text: text.to_owned(),
        order: id,
    }
}

fn question(text: &str) -> BriefQuestion {
    BriefQuestion {
        id: String::new(),
        text: text.to_owned(),
        origin: QuestionOrigin::PeopleAlsoAsk,
        evidence: Vec::new(),
    }
}

fn term(text: &str, pages: u32) -> BriefTerm {
    BriefTerm { text: text.to_owned(), kind: TermKind::Term, pages, uses: None }
}

pub(crate) fn brief(keyword: &str, language: Language) -> ContentBrief {
    let intent = SearchIntent {
        primary: Intent::Informational,
        confidence: 1.0,
        secondary: Vec::new(),
        signals: Vec::new(),
    };
    ContentBrief {
        keyword: keyword.to_owned(),
        language,
        country: None,
        query_type: QueryType::HowTo,
        query_type_reason: "The query says \u{201c}how to\u{201d}.".to_owned(),
        form: "A procedure.".to_owned(),
        intent,
        titles: Vec::new(),
        meta_title: String::new(),
        meta_description: String::new(),
        recommended_words: 1_500,
        median_words: None,
        opening: "Name the result first.".to_owned(),
        sections: Vec::new(),
        facts: Vec::new(),
        terms: Vec::new(),
        gaps: Vec::new(),
        questions: Vec::new(),
        internal_links: Vec::new(),
        checklist: Vec::new(),
        keyword_figures: KeywordFigures::default(),
        pages: Vec::new(),
        sources: Vec::new(),
        passages: Vec::new(),
        missing: Vec::new(),
        warnings: Vec::new(),
    }
}

pub(crate) fn order(keyword: &str, language: Language, words: u32) -> ArticleInput {
    ArticleInput {
        focus_keyword: keyword.to_owned(),
        mode: ArticleMode::Full,
        words,
        images: 0,
        language,
        country: None,
        tone: Tone::Professional,
        title: None,
        audience: None,
        instructions: None,
        outline: Vec::new(),
        keywords: Vec::new(),
        sources: Vec::new(),
        internal_links: None,
        publish: PublishPolicy::Auto,
        needs_review: false,
        webhook_url: None,
    }
}

pub(crate) fn source(number: u32) -> Source {
    Source {
        number: SourceNumber(number),
        url: Some(format!("https://source{number}.example/page")),
        title: format!("Source {number}"),
        publisher: None,
        published_at: None,
        read_at: Timestamp::UNIX_EPOCH,
        sha256: String::new(),
    }
}

/// Parses `# title`, `## heading`, `- item`, `? question` and paragraphs, one per line.
fn article(text: &str, language: Language, keyword: &str) -> Article {
    let mut article = Article {
        language,
        focus_keyword: keyword.to_owned(),
        keywords: Vec::new(),
        title: String::new(),
        slug: String::new(),
        meta_title: String::new(),
        meta_description: String::new(),
        excerpt: String::new(),
        introduction: Vec::new(),
        sections: Vec::new(),
        faq: None,
        images: Vec::new(),
        sources: vec![source(1), source(2)],
    };
    let mut items: Vec<FaqItem> = Vec::new();
    for line in text.lines() {
        let (mark, rest) = line.split_once(' ').unwrap();
        match mark {
            "#" => article.title.push_str(rest),
            "##" => {
                let id = SectionId::top(article.sections.len() + 1);
                article.sections.push(Section {
                    id,
                    heading: rest.to_owned(),
                    blocks: vec![],
                    children: vec![],
                });
            }
            "?" => items.push(FaqItem { question: rest.to_owned(), answer: vec![] }),
            "-" => match blocks(&mut article).last_mut().unwrap() {
                Block::List { items, .. } => items.push(marked(rest)),
                _ => blocks(&mut article).push(Block::List { ordered: true, items: vec![marked(rest)] }),
            },
            _ => match items.last_mut() {
                Some(item) => item.answer = marked(line),
                None => blocks(&mut article).push(Block::Paragraph(marked(line))),
            },
        }
    }
    let heading = if language == Language::ENGLISH {
        "Frequently asked questions"
    } else {
        "Câu hỏi thường gặp"
    };
    article.faq = Some(Faq { heading: heading.to_owned(), items });
    article
}

fn blocks(article: &mut Article) -> &mut Vec<Block> {
    match article.sections.last_mut() {
        Some(section) => &mut section.blocks,
        None => &mut article.introduction,
    }
}

/// Words with citations such as `[2]`.
pub(crate) fn marked(text: &str) -> Text {
    let mut spans = Vec::new();
    for (index, part) in text.split('[').enumerate() {
        let (number, words) = if index == 0 {
            (None, part)
        } else {
            part.split_once(']').map(|(number, words)| (Some(number), words)).unwrap()
        };
        spans.extend(number.map(|number| Span::Citation(SourceNumber(number.parse().unwrap()))));
        if !words.is_empty() {
            spans.push(Span::Plain(words.to_owned()));
        }
    }
    spans
}
