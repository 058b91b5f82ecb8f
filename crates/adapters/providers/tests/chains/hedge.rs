use std::sync::Arc;
use std::time::Duration;

use ports::{Capability, FailureKind, ServeError};
use providers::Hedged;
use providers::link::{Circuit, Policy, Quota};
use tokio::time::{Instant, advance};

use crate::scripted::{SUBJECT, Scripted, Step, answers, answers_after, fails, hangs, kinds};

const LIMIT: Duration = Duration::from_millis(500);

fn hedged<const N: usize>(engines: [&Arc<Scripted>; N]) -> Hedged<(), ()> {
    let policy = Policy { retries: 0, ..Policy::default() };
    Hedged::new(SUBJECT, engines.iter().map(|engine| engine.link(policy.clone())).collect())
}

fn two(first: Step, second: Step) -> (Arc<Scripted>, Arc<Scripted>) {
    (Scripted::new("first", [first]), Scripted::new("second", [second]))
}

const fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[tokio::test(start_paused = true)]
async fn a_quick_engine_is_asked_alone() {
    let (first, second) = two(answers_after(99), answers());
    assert_eq!(hedged([&first, &second]).serve(&(), LIMIT).await.unwrap().engine, "first");
    assert_eq!(second.asked(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_slow_engine_is_overtaken_and_given_up() {
    let (first, second) = two(answers_after(400), answers_after(30));
    let start = Instant::now();
    assert_eq!(hedged([&first, &second]).serve(&(), LIMIT).await.unwrap().engine, "second");
    assert!((milliseconds(130)..milliseconds(135)).contains(&start.elapsed()), "{:?}", start.elapsed());
    advance(LIMIT).await;
    assert_eq!((first.asked(), first.ended()), (1, 0), "cancelled");
}

#[tokio::test(start_paused = true)]
async fn a_slow_engine_may_still_win() {
    let (first, second) = two(answers_after(150), answers_after(100));
    assert_eq!(hedged([&first, &second]).serve(&(), LIMIT).await.unwrap().engine, "first");
    assert_eq!(second.asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_next_takes_over_from_a_failure_at_once() {
    let (first, second) = two(fails(FailureKind::Blocked), answers());
    let start = Instant::now();
    assert_eq!(hedged([&first, &second]).serve(&(), LIMIT).await.unwrap().engine, "second");
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn nobody_takes_over_from_one_that_declines() {
    let (first, second) = two(fails(FailureKind::Declined), answers());
    let error = hedged([&first, &second]).serve(&(), LIMIT).await.unwrap_err();
    assert_eq!((kinds(error), second.asked()), (vec![("first", FailureKind::Declined)], 0));
}

#[tokio::test(start_paused = true)]
async fn a_single_engine_is_asked_a_second_time() {
    let slow = Scripted::new("only", [hangs(), answers()]);
    let start = Instant::now();
    assert_eq!(hedged([&slow]).serve(&(), LIMIT).await.unwrap().engine, "only");
    assert!(start.elapsed() < milliseconds(110));

    let failing = Scripted::new("only", [fails(FailureKind::Broken)]);
    let error = hedged([&failing]).serve(&(), LIMIT).await.unwrap_err();
    assert_eq!((kinds(error), failing.asked()), (vec![("only", FailureKind::Broken)], 2));
}

#[tokio::test(start_paused = true)]
async fn a_single_engine_is_not_pestered() {
    for kind in [FailureKind::Throttled, FailureKind::Refused, FailureKind::Blocked, FailureKind::Unsuitable]
    {
        let only = Scripted::new("only", [fails(kind)]);
        let error = hedged([&only]).serve(&(), LIMIT).await.unwrap_err();
        assert_eq!((kinds(error), only.asked()), (vec![("only", kind)], 1));
    }
}

#[tokio::test(start_paused = true)]
async fn the_limit_is_hard() {
    let (first, second) = two(hangs(), hangs());
    let start = Instant::now();
    let error = hedged([&first, &second]).serve(&(), LIMIT).await.unwrap_err();
    assert!(start.elapsed() <= LIMIT + milliseconds(2), "{:?}", start.elapsed());
    assert_eq!(kinds(error), [("first", FailureKind::TimedOut), ("second", FailureKind::TimedOut)]);
}

#[tokio::test(start_paused = true)]
async fn without_engines_it_is_not_configured() {
    let error = hedged([]).serve(&(), LIMIT).await.unwrap_err();
    assert_eq!(error, ServeError::NotConfigured { capability: "tests", settings: &["tests.engines"] });
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_is_always_overtaken_is_left_alone() {
    let (first, second) = two(hangs(), answers());
    let hedged = hedged([&first, &second]);
    for _ in 0..5 {
        hedged.serve(&(), LIMIT).await.unwrap();
    }
    assert_eq!(hedged.status()[0].circuit, Circuit::Open { left: Policy::default().cool_down });
    assert_eq!(hedged.status()[0].last_failure.as_ref().unwrap().reason, "was slower than others");
    let start = Instant::now();
    assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "second");
    assert_eq!(start.elapsed(), Duration::ZERO);
    advance(Policy::default().cool_down).await;
    hedged.serve(&(), LIMIT).await.unwrap();
    assert_eq!(first.asked(), 6, "one probe");
    assert!(matches!(hedged.status()[0].circuit, Circuit::Open { .. }));
}

#[tokio::test(start_paused = true)]
async fn an_engine_asked_later_is_not_blamed_for_losing() {
    let (first, second) = two(answers_after(105), hangs());
    let hedged = hedged([&first, &second]);
    for _ in 0..10 {
        assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "first");
    }
    assert_eq!(hedged.status()[1].circuit, Circuit::Closed);
}

#[tokio::test(start_paused = true)]
async fn the_delay_follows_what_is_usual_within_bounds() {
    for (usual, delay) in [(20, 60), (80, 80), (150, 110)] {
        let steps = vec![answers_after(usual); 16];
        let first = Scripted::new("first", steps.into_iter().chain([hangs()]));
        let second = Scripted::new("second", [answers_after(60)]);
        let hedged = hedged([&first, &second]);
        for _ in 0..16 {
            assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "first");
        }
        let start = Instant::now();
        assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "second");
        let expected = milliseconds(delay + 60)..milliseconds(delay + 65);
        assert!(expected.contains(&start.elapsed()), "{usual}: {:?}", start.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn an_engine_whose_quota_is_used_up_is_passed_over_without_blame() {
    let quota = Some(Quota { every: milliseconds(200), burst: 1 });
    let policy = Policy { quota, ..Policy::default() };
    let (first, second) = two(answers(), answers());
    let hedged = Hedged::new(SUBJECT, vec![first.link(policy.clone()), second.link(policy)]);
    let start = Instant::now();
    assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "first");
    assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "second");
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "second", "the last is waited for");
    assert!(start.elapsed() >= milliseconds(200));
    assert!(hedged.status().iter().all(|link| link.circuit == Circuit::Closed));
}

#[tokio::test(start_paused = true)]
async fn an_engine_asked_too_late_is_not_blamed_for_silence() {
    let (first, second) = two(hangs(), answers_after(60));
    let hedged = hedged([&first, &second]);
    for _ in 0..10 {
        hedged.serve(&(), milliseconds(110)).await.unwrap_err();
    }
    assert_eq!(hedged.status()[1].circuit, Circuit::Closed);
}

#[tokio::test(start_paused = true)]
async fn the_second_is_asked_while_it_can_still_answer_in_time() {
    let steps = vec![answers_after(100); 16];
    let first = Scripted::new("first", steps.into_iter().chain([hangs()]));
    let second = Scripted::new("second", [answers_after(95)]);
    let hedged = hedged([&first, &second]);
    for _ in 0..16 {
        assert_eq!(hedged.serve(&(), LIMIT).await.unwrap().engine, "first");
    }
    let served = hedged.serve(&(), milliseconds(185)).await.unwrap();
    assert_eq!(served.engine, "second", "the first's usual 100 ms would have left it 85");
}
