use super::patterns::{Patterns, Section};

pub(super) const PATTERNS: Patterns = Patterns {
    language: "en",
    notice: "This is a synthetic sandbox page about {s}: it was made by pattern and describes nothing real.",
    guide_titles: &[
        "{s}: a practical guide",
        "how to get started with {s}",
        "{s} explained in {n} steps",
        "{s} for beginners",
    ],
    comparison_titles: &["{s}: {n} options compared", "best {s} at a glance", "{s} side by side"],
    shop_titles: &["{s} in stock, delivered in {n} days", "buy {s} online", "{s}: prices and models"],
    forum_titles: &["{s}: what would you do?", "question about {s}", "my first attempt at {s}"],
    news_titles: &["{s}: what changed this year", "more people ask about {s}", "new advice on {s}"],
    institution_titles: &["{s}: advice for the public", "{s}: frequently asked questions", "facts about {s}"],
    descriptions: &[
        "{s} in several models, in stock, delivered within {n} to {m} days and returned free of charge within a month. Synthetic sandbox data.",
        "what {s} takes, what it costs and which mistakes to avoid, in {n} short sections with a checklist. Synthetic sandbox data.",
        "an overview of {s} with the steps, the time they need and answers to common questions. Synthetic sandbox data.",
    ],
    sections: &[
        Section {
            headings: &["what is {s}?", "{s} in short", "the basics of {s}"],
            sentences: &[
                "people use the words {s} for more than one thing, so say first which one you mean.",
                "most descriptions agree on {n} parts and differ in how they order them.",
                "begin with the part that you can check yourself.",
            ],
        },
        Section {
            headings: &["what does {s} cost?", "budget", "prices and running costs"],
            sentences: &[
                "plan {n}0 to {m}0 dollars for a simple start and twice that for comfort.",
                "running costs are easily forgotten; write them down for a whole year.",
                "an offer that is much cheaper than the others leaves something out.",
            ],
        },
        Section {
            headings: &["how long does it take?", "time needed", "a realistic schedule"],
            sentences: &[
                "allow {n} to {m} days for {s}, the first time rather more.",
                "waiting is usually the longest part and can't be hurried.",
                "keep a note of the dates, and the second round will be easier to plan.",
            ],
        },
        Section {
            headings: &["step by step", "how to do it", "the steps"],
            sentences: &[
                "prepare everything before you begin with {s}.",
                "work through {n} small steps rather than one large one, and look at the result after each.",
                "stop when something looks wrong, and go back one step.",
                "clean up at once, because later it takes {m} times as long.",
            ],
        },
        Section {
            headings: &["common mistakes", "what goes wrong", "mistakes to avoid"],
            sentences: &[
                "the most common mistake with {s} is to buy before measuring.",
                "the next is to change {n} things at once, so that nobody knows which one helped.",
                "both are avoided with a list and a little patience.",
            ],
        },
        Section {
            headings: &["how to choose", "what to look for", "choosing well"],
            sentences: &[
                "compare {s} by what you need every week, not by what you might need once.",
                "ask for the size, the weight, the guarantee and the price of spare parts.",
                "two good sources that disagree usually describe different cases.",
            ],
        },
        Section {
            headings: &["how do you look after it?", "care and storage", "maintenance"],
            sentences: &[
                "a short check every {n} weeks keeps {s} in order.",
                "store what belongs to it dry and away from the sun.",
                "replace worn parts before they damage others.",
            ],
        },
        Section {
            headings: &["is it safe?", "safety", "risks"],
            sentences: &[
                "read the instructions that come with {s} before you use anything.",
                "keep children and animals away while you work.",
                "when in doubt, ask somebody who does this for a living.",
            ],
        },
        Section {
            headings: &["alternatives", "what else could you do?", "other ways"],
            sentences: &[
                "{s} is not the only way to the same result.",
                "borrowing, sharing or hiring costs less if you need it fewer than {n} times a year.",
                "doing nothing for a month also shows how much you miss it.",
            ],
        },
    ],
    table: "| Option | Suits | Price | Rating |\n|---|---|---|---|\n| Plain {s} | a first try | ${n}5 | 3.9 |\n\
            | Middle {s} | every week | ${m}0 | 4.4 |\n| Large {s} | every day | ${m}90 | 4.2 |\n\n",
    offer: "**${m}9.90** · In stock · Delivery in {n} working days · 30-day returns\n\n| Detail | Value |\n|---|---|\n\
            | Model | Plain {s} |\n| Weight | {n}.{m} kg |\n| Guarantee | {n} years |\n| Colours | grey, green, sand |\n\n\
            Order before noon and it leaves the warehouse today. Spare parts can be ordered for at least {m} years.\n\n",
    replies_heading: "Answers",
    replies: &[
        "I have tried {s} for {n} weeks and I am not sure that I do it right. It works, but it takes longer than people say.",
        "that is normal in the beginning. Mine took {m} attempts before it felt easy, and I wrote down what I changed each time.",
        "I would look at the basics of {s} again before buying anything new. In my case the cheap fix was enough.",
        "measure first. Without numbers everybody here only guesses, and {n} people will give you {m} answers.",
    ],
    authors: &["Mara Lind", "Tom Achter", "Ines Falk", "Ravi Somm", "June Parrish"],
    questions: &[
        (
            "what is {s}?",
            Some("the words {s} stand for more than one thing; most descriptions agree on {n} parts."),
        ),
        (
            "how much does {s} cost?",
            Some("plan {n}0 to {m}0 dollars for a simple start and twice that for comfort."),
        ),
        ("how long does {s} take?", Some("allow {n} to {m} days, the first time rather more.")),
        (
            "is {s} worth it?",
            Some("it depends on how often you need it; below {n} times a year, borrowing costs less."),
        ),
        ("can you do {s} in winter?", None),
    ],
    related: &[
        "{s} for beginners",
        "{s} cost",
        "best {s}",
        "{s} step by step",
        "{s} mistakes",
        "{s} alternatives",
        "{s} near me",
        "{s} vs doing nothing",
    ],
};
