//! Keywords of every kind.

use super::*;

fn filled(keyword: &str, pattern: &str) -> String {
    Topic::of(keyword).fill(pattern).unwrap_or_default()
}

#[test]
fn kinds_are_told_apart() {
    for (keyword, kind) in [
        ("how to descale a kettle", Kind::HowTo),
        ("what is cold brew coffee", Kind::WhatIs),
        ("best running shoes for beginners", Kind::Best),
        ("kitchen renovation cost", Kind::Cost),
        ("how much does it cost to paint a house", Kind::Cost),
        ("gas vs electric stove", Kind::Comparison),
        ("why is my sourdough so dense", Kind::Problem),
        ("dishwasher not draining", Kind::Problem),
        ("things to do in lisbon", Kind::Place),
        ("porto travel guide", Kind::Place),
        ("how long does cold brew last", Kind::Question),
        ("can you freeze cooked rice", Kind::Question),
        ("solar panel cost per watt", Kind::Cost),
        ("what is the best time to plant garlic", Kind::WhatIs),
        ("canned soup", Kind::Plain),
        ("emergency dentist near me", Kind::Plain),
        ("indoor herb garden", Kind::Plain),
        ("kitchen storage ideas", Kind::Plain),
    ] {
        assert_eq!(Topic::of(keyword).kind, kind, "{keyword}");
    }
}

#[test]
fn words_take_their_forms() {
    for (keyword, pattern, expected) in [
        ("how to descale a kettle", "about {doing}", "About descaling a kettle"),
        ("how to get rid of fruit flies", "{s}", "Fruit flies"),
        ("how to train a puppy to sit", "{s}", "A puppy"),
        ("how to make cold brew coffee at home", "{doing}", "Making cold brew coffee at home"),
        ("how to sleep better", "{s}", "Sleeping better"),
        ("what is cold brew coffee", "{s} {is}", "Cold brew coffee is"),
        ("best running shoes for beginners", "{s} {is}", "Running shoes are"),
        ("kitchen renovation cost", "the {c} of {s}", "The cost of a kitchen renovation"),
        ("how much does it cost to paint a house", "the {c} of {s}", "The cost of painting a house"),
        ("gas vs electric stove", "{a}, {b}", "A gas stove, an electric stove"),
        ("tent vs hammock", "{a}, {b}", "A tent, a hammock"),
        ("why is my sourdough so dense", "{p}", "Dense sourdough"),
        ("why does my cat meow at night", "{p}", "A cat meowing at night"),
        ("dishwasher not draining", "{p}", "A dishwasher not draining"),
        ("why is my lawn turning brown", "{p}: {s}", "A lawn turning brown: a lawn"),
        ("why is my tap dripping", "{p}", "A tap dripping"),
        ("things to do in lisbon", "{s}: {k}", "Lisbon: things to do in Lisbon"),
        ("best hiking backpack for beginners", "{ns}", "Hiking backpacks"),
        ("starting a vegetable garden", "{k}: {s}", "Starting a vegetable garden: a vegetable garden"),
        ("kitchen storage ideas", "{tips}, {s}", "Kitchen storage ideas, kitchen storage"),
        ("emergency dentist near me", "{s}", "An emergency dentist"),
        ("buy electric bike online", "{s}", "An electric bike"),
        ("best pizza ovens online", "{s}", "Pizza ovens"),
        ("solar panel cost per watt", "the {c} of {s}", "The cost of a solar panel"),
    ] {
        assert_eq!(filled(keyword, pattern), expected, "{keyword}");
    }
}

#[test]
fn questions_are_about_a_thing() {
    for (keyword, thing) in [
        ("how long does cold brew last", "Cold brew"),
        ("how long does it take to descale a kettle", "A kettle"),
        ("how long to boil eggs", "Eggs"),
        ("how often should i water succulents", "Succulents"),
        ("how many solar panels do i need", "Solar panels"),
        ("when to plant garlic", "Garlic"),
        ("where do bees sleep", "Bees"),
        ("can you freeze cooked rice", "Cooked rice"),
        ("can dogs eat apples", "Dogs"),
        ("do you have to season a skillet", "A skillet"),
        ("does cold brew need to be refrigerated", "Cold brew"),
        ("is cold brew stronger than espresso", "Cold brew"),
        ("is it safe to freeze milk", "Milk"),
        ("are electric bikes allowed on trails", "Electric bikes"),
        ("which running shoes are best", "Running shoes"),
        ("what do tadpoles eat", "Tadpoles"),
    ] {
        assert_eq!(Topic::of(keyword).kind, Kind::Question, "{keyword}");
        assert_eq!(filled(keyword, "{s}"), thing, "{keyword}");
    }
}

#[test]
fn short_forms_name_the_thing_only() {
    let topic = Topic::of("how to make cold brew coffee at home");
    assert_eq!(topic.fill_short("before {doing}").as_deref(), Some("Before making the coffee"));
    assert_eq!(topic.fill_short("{s}").as_deref(), Some("The coffee"));
    let doing = Topic::of("container vegetable gardening");
    assert_eq!(doing.fill_short("{s}").as_deref(), Some("Gardening"));
}

#[test]
fn what_a_topic_lacks_can_not_be_said() {
    assert_eq!(Topic::of("indoor herb garden").fill("how to {do}"), None);
    assert_eq!(Topic::of("indoor herb garden").fill("{unknown}"), None);
}

#[test]
fn only_things_are_handled() {
    for (keyword, thing) in [
        ("indoor herb garden", Some("The garden")),
        ("what is composting", None),
        ("things to do in lisbon", None),
        ("gas vs electric stove", None),
    ] {
        assert_eq!(Topic::of(keyword).fill_short("{o}").as_deref(), thing, "{keyword}");
    }
}

#[test]
fn any_keyword_is_a_topic() {
    for keyword in [
        "",
        " ",
        "?",
        "how to ",
        "vs",
        "a vs ",
        "why is ",
        "why does it",
        "best ",
        "cost",
        "the",
        "日本",
        "x not ",
        "how to of",
        "how long",
        "can",
        "is it",
        "does it to",
        "when to",
        "how many do",
        "are you",
        "near me",
        "buy online",
    ] {
        let topic = Topic::of(keyword);
        assert!(topic.fill("{k}{s}{n}{h}").is_some(), "{keyword}");
    }
}
