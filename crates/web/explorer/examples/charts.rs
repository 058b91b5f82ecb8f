//! Writes a page with every kind of chart of this crate, for viewing:
//! `cargo run -p explorer --example charts -- STYLE_SHEET PAGE`.
#![expect(clippy::unwrap_used, reason = "run by hand")]

use explorer::charts::{
    Numerals, Series, Share, Sparkline, StackedBars, Tone, chart_table, shares, sparkline, stacked_bars,
};
use explorer::json_view::json_to_html;
use explorer::samples::{Language, sample, sample_to_html};
use explorer::{Call, Method, Reply};
use serde_json::json;

const NAMES: [&str; 6] = [
    "articles/generate",
    "images/generate",
    "analysis/serp",
    "keywords/suggestions",
    "keywords/ideas",
    "seo/audit",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (sheet, page) = (arguments.next().unwrap(), arguments.next().unwrap());
    let parts = [charts(), answers(), samples()].concat();
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Charts</title><style>{}{}</style><body><main class=\"wrap stack\">{parts}</main>",
        std::fs::read_to_string(sheet).unwrap(),
        include_str!("../assets/charts.css"),
    );
    std::fs::write(page, html).unwrap();
}

fn card(title: &str, content: &str) -> String {
    format!("<section class=\"card\"><h2>{title}</h2>{content}</section>")
}

fn charts() -> String {
    let days: Vec<String> = (1..=30).map(|day| format!("{day} Nov")).collect();
    let values = |factor: i64| (0..30).map(|day: i64| day * factor * 7_919 % 20_011 / factor).collect();
    let by_endpoint: Vec<Series> = (1..)
        .zip(NAMES)
        .map(|(factor, name)| Series { name: name.to_owned(), tone: Tone::ByPlace, values: values(factor) })
        .collect();
    let calls = [
        Series { name: "Answered".to_owned(), tone: Tone::ByPlace, values: values(40) },
        Series { name: "Failed".to_owned(), tone: Tone::Fault, values: values(400) },
    ];
    let chart = |id, series, days| StackedBars {
        id,
        title: "Credits by day",
        description: "The most was on 3 November.",
        unit: "credits",
        numerals: Numerals::ENGLISH,
        days,
        series,
    };
    let one = [Series { name: "Credits".to_owned(), tone: Tone::ByPlace, values: vec![12_400_000] }];
    let lines: Vec<Share> = (1..)
        .zip(NAMES)
        .map(|(place, name)| Share { name: name.to_owned(), amount: 61_000 / place })
        .collect();
    let week = sparkline(&Sparkline { label: "Calls in the last 7 days", values: &[0, 5, 3, 8, 8, 1, 4] });
    [
        card("By endpoint", &stacked_bars(&chart("a", &by_endpoint, &days))),
        card("Errors", &stacked_bars(&chart("b", &calls, &days))),
        card("One day", &stacked_bars(&chart("c", &one, &days[..1]))),
        card("Nothing", &stacked_bars(&chart("d", &[], &days))),
        card("Figures", &chart_table(&chart("e", &calls, &days[..3]), "Day")),
        card("Shares", &shares(&lines, "credits", Numerals::VIETNAMESE)),
        card("Curve", &format!("<p>Calls {week} this week</p>")),
    ]
    .concat()
}

fn answers() -> String {
    let answer =
        json!({"success": true, "title": "<b>Phở & \"tea\"</b>", "score": 91.5, "list": [1, null, {}]});
    card("Answer", &format!("<figure class=\"code\"><pre>{}</pre></figure>", json_to_html(&answer).html))
}

fn samples() -> String {
    let call = Call {
        method: Method::Post,
        path: "/v1/seo/audit".to_owned(),
        headers: Vec::new(),
        body: Some(json!({"url": "https://blog.example/it's", "vitals": true})),
        needs_key: true,
        reply: Reply::Json,
    };
    let shown = Language::ALL.map(|language| {
        let source = sample(language, &call, "https://api.example");
        card(
            &language.to_string(),
            &format!("<figure class=\"code\"><pre>{}</pre></figure>", sample_to_html(language, &source)),
        )
    });
    shown.concat()
}
