use url::Url;

use super::*;

fn passages(html: &str) -> Vec<Passage> {
    let page = Page::read(html, &Url::parse("https://example.com/").unwrap());
    cut(&page, SourceNumber(1), Language::ENGLISH)
}

fn shown(html: &str) -> String {
    let lines = passages(html).into_iter().map(|passage| {
        format!("[{}] {}\n{}\n", passage.kind.as_str(), passage.path.join(" > "), passage.text)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_belongs_together_stays_together() {
    let html = "<main><h1>Automatic Vacuuming</h1><h2>The Daemon</h2>
        <p>The vacuum threshold is defined as:</p><pre>vacuum threshold = base +\n    scale * tuples</pre>
        <p>where the base is <code>autovacuum_vacuum_threshold</code>.</p>
        <h2>Settings</h2><dl><dt><code>autovacuum_max_workers</code> (integer)</dt><dd><p>Specifies the maximum number of
        processes that may be running at any one time, other than the launcher, which is always there.</p><p>The default is three.</p></dd>
        <dt>naptime (integer)</dt><dd>Specifies the minimum delay between runs on any given database of the cluster, as long as it is up. The default is one minute.</dd></dl>
        <p>Change them in the file.</p>
        <h3>Tools</h3><p>You need:</p><ul><li>a text editor</li><li>the server's password</li></ul>
        <table><tr><th>Name</th><th>Unit</th></tr><tr><td>naptime</td><td>seconds</td></tr></table></main>";
    insta::assert_snapshot!(shown(html), @r"
    [code] Automatic Vacuuming > The Daemon
    The vacuum threshold is defined as:
    ```
    vacuum threshold = base +
        scale * tuples
    ```
    where the base is autovacuum_vacuum_threshold.

    [definition] Automatic Vacuuming > Settings > autovacuum_max_workers (integer)
    autovacuum_max_workers (integer): Specifies the maximum number of processes that may be running at any one time, other than the launcher, which is always there. The default is three.

    [definition] Automatic Vacuuming > Settings > naptime (integer)
    naptime (integer): Specifies the minimum delay between runs on any given database of the cluster, as long as it is up. The default is one minute.

    [paragraph] Automatic Vacuuming > Settings
    Change them in the file.

    [list] Automatic Vacuuming > Settings > Tools
    You need:
    - a text editor
    - the server's password

    [table] Automatic Vacuuming > Settings > Tools
    Name | Unit
    naptime | seconds
    ");
}

#[test]
fn long_texts_are_cut_between_sentences_and_no_pronoun_loses_its_sentence() {
    let sentence = |number: usize| {
        let opener = if number.is_multiple_of(2) { "It keeps" } else { "The launcher keeps" };
        format!(
            "{opener} worker number {number} busy with the tables of one database for as long as it takes to read them all."
        )
    };
    let text: Vec<String> = (1..=30).map(sentence).collect();
    let found = passages(&format!("<main><h2>Workers</h2><p>{}</p></main>", text.join(" ")));
    assert!(found.len() > 3);
    for passage in &found {
        let length = passage.text.chars().count();
        assert!((SHORTEST..=LONGEST).contains(&length), "{length}: {}", passage.text);
        assert!(passage.text.starts_with("The launcher"), "{}", passage.text);
    }
    let whole: String = found.iter().map(|passage| passage.text.as_str()).collect();
    assert!(text.iter().all(|sentence| whole.contains(sentence)));
}

#[test]
fn short_paragraphs_join_only_below_one_heading() {
    let found = passages(
        "<main><h2>A</h2><p>One short text.</p><p>Another short text.</p><h2>B</h2><p>A third short text.</p></main>",
    );
    let texts: Vec<&str> = found.iter().map(|passage| passage.text.as_str()).collect();
    assert_eq!(texts, ["One short text.\nAnother short text.", "A third short text."]);
}

#[test]
fn a_table_stays_below_its_heading_and_before_what_follows_it() {
    let html = "<main><h2>Amounts</h2><table><tr><th>What</th><th>How much</th></tr><tr><td>Powder</td><td>20 g</td></tr></table>
        <p>The range is wide because grinders differ.</p><h2>Times</h2><table><tr><th>What</th><th>How long</th></tr><tr><td>Drip</td><td>5 min</td></tr></table>
        <h2>Storage</h2><p>Keep it dry and dark.</p></main>";
    insta::assert_snapshot!(shown(html), @r"
    [table] Amounts
    What | How much
    Powder | 20 g

    [paragraph] Amounts
    The range is wide because grinders differ.

    [table] Times
    What | How long
    Drip | 5 min

    [paragraph] Storage
    Keep it dry and dark.
    ");
}

#[test]
fn text_after_code_begins_a_line() {
    let rows = "a = b + c\n".repeat(8);
    let text =
        "The value that is compared is the sum of both, and it is read again for every row that changes. "
            .repeat(9);
    let found =
        passages(&format!("<main><h2>Sum</h2><p>It is:</p><pre>{rows}</pre><p>where {text}</p></main>"));
    assert!(found[0].text.contains("\n```\nwhere "), "{}", found[0].text);
    for passage in &found {
        assert!(passage.text.lines().all(|line| !line.contains("```") || line == "```"), "{}", passage.text);
    }
}

proptest::proptest! {
    #[test]
    fn no_page_breaks_it(html in "(<(h2|p|dt|dd|li|pre|td|b)>[a-zA-Zế .\n]{0,40}){0,30}", long in "[a-z ]{0,3000}") {
        for text in [html, format!("<main><p>{long}</p><pre>{long}</pre></main>")] {
            for passage in passages(&text) {
                proptest::prop_assert!(passage.text.chars().count() <= 2 * LONGEST, "{}", passage.text);
            }
        }
    }
}
