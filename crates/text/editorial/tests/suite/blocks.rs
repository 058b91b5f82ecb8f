//! Call-outs, code and inline code: what is counted, and what is checked.

use domain::articles::document::{Block, CalloutKind, Span};
use domain::articles::quality::Gate;
use editorial::cleaning::clean;
use editorial::gates::{GateContext, measure};
use editorial::words;

use crate::samples::{Sample, english, marked};

fn with(block: Block) -> Sample {
    let mut sample = english();
    sample.article.sections[1].blocks.push(block);
    sample
}

fn callout(text: &str) -> Block {
    Block::Callout { kind: CalloutKind::Tip, text: marked(text) }
}

fn code(text: &str) -> Block {
    Block::Code { language: Some("sh".into()), text: text.into() }
}

fn inline(code: &str) -> Block {
    let plain = |words: &str| Span::Plain(words.to_owned());
    Block::Paragraph(vec![plain("Call "), Span::Code(code.to_owned()), plain(" once a day.")])
}

fn gate(sample: &Sample, name: &str) -> Gate {
    let quality = measure(&sample.article, &sample.context());
    quality.gates.into_iter().find(|gate| gate.name == name).unwrap()
}

#[test]
fn call_outs_count_and_code_does_not() {
    let before = words(&english().article);
    assert_eq!(words(&with(callout("Wait one more hour.")).article), before + 4);
    assert_eq!(words(&with(code("brew --hours 12")).article), before);
    assert_eq!(words(&with(inline("brew")).article), before + 5);
}

#[test]
fn figures_of_call_outs_are_checked() {
    let are_supported = |block: Block| {
        let sample = with(block);
        let context = GateContext { is_sample: false, ..sample.context() };
        let gates = measure(&sample.article, &context).gates;
        gates.into_iter().find(|gate| gate.name == "figures_supported").unwrap().passed
    };
    assert!(are_supported(callout("Wait 12 hours [1].")));
    assert!(!are_supported(callout("Stir well. Wait 77 hours [1].")));
    assert!(are_supported(code("wait 77 hours")));
}

#[test]
fn signs_in_inline_code_are_no_traces_and_no_addresses() {
    for written in ["f(**options)", "curl http://localhost:8080/", "items[e1]", "{{ name }}"] {
        let mut sample = with(inline(written));
        for name in ["artefacts", "foreign_links"] {
            assert!(gate(&sample, name).passed, "{name}: {written}");
        }
        let context = sample.clone();
        clean(&mut sample.article, &context.context());
        assert_eq!(sample.article.sections[1].blocks.last(), Some(&inline(written)));
    }
    assert!(!gate(&with(Block::Paragraph(marked("Call **it once a day."))), "artefacts").passed);
    assert!(!gate(&with(callout("See https://evil.example/ now.")), "foreign_links").passed);
}
