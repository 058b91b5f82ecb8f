use proptest::prelude::*;

use super::*;

fn chart<'a>(days: &'a [String], series: &'a [Series]) -> StackedBars<'a> {
    StackedBars {
        id: "usage",
        title: "Credits by day",
        description: "The most was 30,875 credits on 3 November.",
        unit: "credits",
        numerals: Numerals::ENGLISH,
        days,
        series,
    }
}

fn days(count: usize) -> Vec<String> {
    (1..=count).map(|day| format!("{day} Nov")).collect()
}

fn series(name: &str, values: &[i64]) -> Series {
    Series { name: name.to_owned(), tone: Tone::ByPlace, values: values.to_vec() }
}

/// Every number of an attribute.
fn numbers(html: &str, attribute: &str) -> Vec<f64> {
    let start = format!(" {attribute}=\"");
    let parts = html.split(&start).skip(1);
    parts.map(|part| part.split('"').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn days_are_stacked() {
    let failed = Series { tone: Tone::Fault, ..series("Failed & <refunded>", &[0, 0, 7]) };
    let both = [series("Articles", &[17_000, 0, 30_000]), series("Audits", &[500, 1_000, 875]), failed];
    let days = days(3);
    insta::assert_snapshot!(stacked_bars(&chart(&days, &both)));
    insta::assert_snapshot!(chart_table(&chart(&days, &both), "Day"));
}

#[test]
fn a_single_series_needs_no_key() {
    let html = stacked_bars(&chart(&days(1), &[series("Credits", &[4])]));
    assert!(!html.contains("class=\"key\""));
    assert_eq!(numbers(&html, "height"), [HEIGHT - TOP], "the scale ends at four");
    assert_eq!(html.matches("<span>").count(), 1);
}

#[test]
fn nothing_can_be_drawn() {
    for (days, values) in [(vec![], vec![]), (days(30), vec![]), (days(30), vec![0; 30])] {
        let html = stacked_bars(&chart(&days, &[series("Credits", &values)]));
        assert!(!html.contains("<rect"), "{html}");
        assert!(html.contains("<li>1</li><li>0</li>"), "{html}");
    }
}

#[test]
fn of_too_many_days_the_last_are_shown() {
    let values: Vec<i64> = (0..500).collect();
    let html = stacked_bars(&chart(&days(500), &[series("Credits", &values)]));
    assert!(html.contains("<span>101 Nov</span>") && html.contains("101 Nov: Credits 100 credits"));
    assert!(html.contains("500 Nov: Credits 499 credits"));
    assert_eq!(html.matches("<rect").count(), MOST_DAYS);
}

proptest! {
    #[test]
    fn everything_stays_inside(
        count in 0..450_usize,
        all in prop::collection::vec(prop::collection::vec(prop_oneof![any::<i64>(), 0..100_i64], 0..450), 0..9),
    ) {
        let all: Vec<Series> = all.iter().map(|values| series("s", values)).collect();
        let html = stacked_bars(&chart(&days(count), &all));
        let close = 0.011;
        for (y, tall) in numbers(&html, "y").into_iter().zip(numbers(&html, "height")) {
            prop_assert!(y >= 0.0 && tall >= LEAST_HEIGHT && y + tall <= HEIGHT + close, "{} {}", y, tall);
        }
        for (x, wide) in numbers(&html, "x").into_iter().zip(numbers(&html, "width")) {
            prop_assert!(x >= 0.0 && wide > 0.0 && x + wide <= WIDTH + close, "{} {}", x, wide);
        }
        for y in numbers(&html, "y1") {
            prop_assert!((0.0..HEIGHT).contains(&y), "{}", y);
        }
        prop_assert!(!html.contains("NaN") && !html.contains("inf"));
    }

    #[test]
    fn words_never_become_markup(words in "[<>&\"'a-c\\x00/=]{0,20}") {
        let all = [series(&words, &[1, 2]), series("b", &[3])];
        let names = [words.clone(), words.clone()];
        let odd = StackedBars { title: &words, description: &words, unit: &words, ..chart(&names, &all) };
        for html in [stacked_bars(&odd), chart_table(&odd, &words)] {
            let mut reader = quick_xml::Reader::from_str(&html);
            reader.config_mut().check_end_names = true;
            loop {
                match reader.read_event() {
                    Ok(quick_xml::events::Event::Eof) => break,
                    Ok(quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag)) => {
                        prop_assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                        prop_assert!(tag.attributes().all(|attribute| attribute.unwrap().key.as_ref() != b"style"));
                    }
                    Ok(_) => {}
                    Err(error) => prop_assert!(false, "{error}: {html}"),
                }
            }
        }
    }
}
