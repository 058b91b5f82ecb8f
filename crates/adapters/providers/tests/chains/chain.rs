use std::sync::Arc;
use std::time::Duration;

use ports::{Capability, FailureKind, ServeError};
use providers::Chain;
use providers::link::{Circuit, Policy, Quota};
use tokio::time::{Instant, advance, timeout};

use crate::scripted::{
    FOREVER, SUBJECT, Scripted, answers, answers_after, asks_to_wait, fails, hangs, kinds,
};

const LIMIT: Duration = Duration::from_secs(30);

fn chain<const N: usize>(policy: &Policy, engines: [&Arc<Scripted>; N]) -> Chain<(), ()> {
    Chain::new(SUBJECT, engines.iter().map(|engine| engine.link(policy.clone())).collect())
}

#[tokio::test(start_paused = true)]
async fn the_first_that_answers_wins() {
    let (first, second, third) = (
        Scripted::new("first", [fails(FailureKind::Unsuitable)]),
        Scripted::new("second", [answers()]),
        Scripted::new("third", [answers()]),
    );
    let chain = chain(&Policy::default(), [&first, &second, &third]);
    assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "second");
    assert_eq!((first.asked(), third.asked()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn failures_of_all_are_told_in_order() {
    let (first, second) = (
        Scripted::new("first", [fails(FailureKind::Refused)]),
        Scripted::new("second", [fails(FailureKind::Broken)]),
    );
    let error = chain(&Policy::default(), [&first, &second]).serve(&(), LIMIT).await.unwrap_err();
    assert_eq!(kinds(error), [("first", FailureKind::Refused), ("second", FailureKind::Broken)]);
    assert_eq!((first.asked(), second.asked()), (1, 2), "a broken one is asked again");
}

#[tokio::test(start_paused = true)]
async fn whoever_declines_ends_the_chain() {
    let (first, second, third) = (
        Scripted::new("first", [fails(FailureKind::Unsuitable)]),
        Scripted::new("second", [fails(FailureKind::Declined)]),
        Scripted::new("third", [answers()]),
    );
    let chain = chain(&Policy::default(), [&first, &second, &third]);
    let error = chain.serve(&(), LIMIT).await.unwrap_err();
    assert_eq!(kinds(error), [("first", FailureKind::Unsuitable), ("second", FailureKind::Declined)]);
    assert_eq!((second.asked(), third.asked()), (1, 0), "it is not asked again, and nobody else is");
    assert_eq!(chain.status()[1].last_failure, None, "it is not the engine that failed");
}

#[tokio::test(start_paused = true)]
async fn engines_can_be_passed_over() {
    let (first, second) = (Scripted::new("first", [answers()]), Scripted::new("second", [answers()]));
    let chain = chain(&Policy::default(), [&first, &second]);
    assert_eq!(chain.serve_except(&(), LIMIT, &[]).await.unwrap().engine, "first");
    assert_eq!(chain.serve_except(&(), LIMIT, &["first"]).await.unwrap().engine, "second");
    let error = chain.serve_except(&(), LIMIT, &["first", "second"]).await.unwrap_err();
    assert_eq!(error, ServeError::Failed { failures: Vec::new() }, "nobody is left, and nobody failed");
    assert_eq!((first.asked(), second.asked()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_chain_without_engines_is_not_configured() {
    let error = chain(&Policy::default(), []).serve(&(), LIMIT).await.unwrap_err();
    assert_eq!(error, ServeError::NotConfigured { capability: "tests", settings: &["tests.engines"] });
}

#[tokio::test(start_paused = true)]
async fn a_short_wait_is_waited_for() {
    let first = Scripted::new("first", [asks_to_wait(2), answers()]);
    let second = Scripted::new("second", [answers()]);
    let start = Instant::now();
    assert_eq!(chain(&Policy::default(), [&first, &second]).serve(&(), LIMIT).await.unwrap().engine, "first");
    assert!(start.elapsed() >= Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn a_long_wait_passes_to_the_next_and_is_kept() {
    let first = Scripted::new("first", [asks_to_wait(30), answers()]);
    let second = Scripted::new("second", [answers()]);
    let chain = chain(&Policy::default(), [&first, &second]);
    let start = Instant::now();
    assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "second");
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(chain.status()[0].circuit, Circuit::Open { left: Duration::from_secs(30) });
    advance(Duration::from_secs(29)).await;
    assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "second");
    assert_eq!(first.asked(), 1);
    advance(Duration::from_secs(1)).await;
    assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "first");
    assert_eq!(chain.status()[0].circuit, Circuit::Closed);
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_limit_is_not_waited_for() {
    let only = Scripted::new("only", [asks_to_wait(2), answers()]);
    let chain = chain(&Policy::default(), [&only]);
    let start = Instant::now();
    let error = chain.serve(&(), Duration::from_secs(1)).await.unwrap_err();
    assert_eq!((kinds(error), start.elapsed()), (vec![("only", FailureKind::Throttled)], Duration::ZERO));
    assert_eq!(chain.status()[0].circuit, Circuit::Open { left: Duration::from_secs(2) });
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_keeps_failing_is_left_alone_then_tried_once() {
    let policy = Policy { retries: 0, ..Policy::default() };
    let failures = vec![fails(FailureKind::Broken); 6];
    let first = Scripted::new("first", failures.into_iter().chain([answers()]));
    let second = Scripted::new("second", [answers()]);
    let chain = chain(&policy, [&first, &second]);
    for _ in 0..10 {
        assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "second");
    }
    assert_eq!(first.asked(), 5, "then its circuit is open");
    advance(policy.cool_down).await;
    assert_eq!(chain.status()[0].circuit, Circuit::HalfOpen);
    for _ in 0..3 {
        assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "second");
    }
    assert_eq!(first.asked(), 6, "one probe, which failed");
    assert_eq!(chain.status()[0].last_failure.as_ref().unwrap().kind, FailureKind::Broken);
    advance(policy.cool_down).await;
    assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "first");
}

#[tokio::test(start_paused = true)]
async fn refusals_and_blocks_open_at_once_and_questions_that_do_not_fit_never() {
    for (kind, circuit) in [
        (FailureKind::Refused, Circuit::Open { left: Duration::from_mins(5) }),
        (FailureKind::Blocked, Circuit::Open { left: Duration::from_mins(1) }),
        (FailureKind::NotSetUp, Circuit::Closed),
        (FailureKind::Unsuitable, Circuit::Closed),
        (FailureKind::Declined, Circuit::Closed),
    ] {
        let engine = Scripted::new("only", [fails(kind)]);
        let chain = chain(&Policy::default(), [&engine]);
        for _ in 0..10 {
            chain.serve(&(), LIMIT).await.unwrap_err();
        }
        assert_eq!(chain.status()[0].circuit, circuit, "{kind:?}");
        assert_eq!(engine.asked(), if circuit == Circuit::Closed { 10 } else { 1 }, "{kind:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_hanging_engine_leaves_time_to_the_next() {
    let (first, second) = (Scripted::new("first", [hangs()]), Scripted::new("second", [answers()]));
    let chain = chain(&Policy::default(), [&first, &second]);
    let start = Instant::now();
    assert_eq!(chain.serve(&(), Duration::from_secs(6)).await.unwrap().engine, "second");
    assert!(start.elapsed() <= Duration::from_secs(5));
    let start = Instant::now();
    assert_eq!(chain.serve(&(), FOREVER).await.unwrap().engine, "second");
    let attempt_limit = Policy::default().attempt_limit;
    assert!(start.elapsed() < attempt_limit * 2, "its own limit holds when there is more time");
}

#[tokio::test(start_paused = true)]
async fn no_more_time_is_kept_back_than_those_behind_need() {
    let (first, second) = (Scripted::new("first", [hangs()]), Scripted::new("second", [answers()]));
    let patient = Policy { attempt_limit: Policy::WHOLE_CALL, ..Policy::default() };
    let chain = Chain::new(SUBJECT, vec![first.link(patient), second.link(Policy::of_our_own())]);
    let start = Instant::now();
    assert_eq!(chain.serve(&(), Duration::from_secs(95)).await.unwrap().engine, "second");
    assert_eq!(start.elapsed().as_secs(), 85);
}

#[tokio::test(start_paused = true)]
async fn what_may_be_billed_is_repeated_only_if_it_was_not_taken() {
    let policy = Policy { each_try_costs: true, ..Policy::default() };
    for (kind, asked) in
        [(FailureKind::Broken, 1), (FailureKind::Unreachable, 2), (FailureKind::Throttled, 2)]
    {
        let only = Scripted::new("only", [fails(kind)]);
        chain(&policy, [&only]).serve(&(), LIMIT).await.unwrap_err();
        assert_eq!(only.asked(), asked, "{kind:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_engine_of_our_own_is_always_asked() {
    let only = Scripted::new("only", [fails(FailureKind::Broken)]);
    let chain = chain(&Policy::of_our_own(), [&only]);
    for _ in 0..10 {
        chain.serve(&(), LIMIT).await.unwrap_err();
    }
    assert_eq!((only.asked(), chain.status()[0].circuit), (20, Circuit::Closed));
    let slow = Scripted::new("slow", [answers_after(60_000)]);
    let chain = Chain::new(SUBJECT, vec![slow.link(Policy::of_our_own())]);
    let (one, other) =
        tokio::join!(chain.serve(&(), Duration::from_mins(2)), chain.serve(&(), Duration::from_mins(2)));
    assert!(one.is_ok() && other.is_ok(), "its own limits are enough");
}

#[tokio::test(start_paused = true)]
async fn questions_queue_as_long_as_the_policy_says() {
    let serve_two = async |queueing: u64| {
        let slow = Scripted::new("slow", [answers_after(10_000)]);
        let queueing = Duration::from_secs(queueing);
        let policy =
            Policy { concurrency: 1, queueing, attempt_limit: Policy::WHOLE_CALL, ..Policy::default() };
        let chain = chain(&policy, [&slow]);
        let (one, other) = tokio::join!(chain.serve(&(), LIMIT), chain.serve(&(), LIMIT));
        (one.is_ok(), other.is_ok())
    };
    assert_eq!(serve_two(11).await, (true, true));
    assert_eq!(serve_two(9).await, (true, false));
}

#[tokio::test(start_paused = true)]
async fn the_limit_holds_when_all_hang() {
    let (first, second) = (Scripted::new("first", [hangs()]), Scripted::new("second", [hangs()]));
    let start = Instant::now();
    let limit = Duration::from_secs(3);
    let error = chain(&Policy::default(), [&first, &second]).serve(&(), limit).await.unwrap_err();
    assert_eq!(kinds(error), [("first", FailureKind::TimedOut), ("second", FailureKind::TimedOut)]);
    assert!(start.elapsed() <= limit + Duration::from_millis(2), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_full_engine_is_waited_for_briefly() {
    let policy = Policy { concurrency: 1, ..Policy::default() };
    let (first, second) = (Scripted::new("first", [hangs()]), Scripted::new("second", [answers()]));
    let chain = chain(&policy, [&first, &second]);
    let (slow, quick) = tokio::join!(chain.serve(&(), LIMIT), async {
        let start = Instant::now();
        (chain.serve(&(), LIMIT).await, start.elapsed())
    });
    assert_eq!((slow.unwrap().engine, quick.0.unwrap().engine), ("second", "second"));
    assert!(quick.1 < Duration::from_secs(1), "{:?}", quick.1);
    assert_eq!(first.asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_quota_is_waited_for_if_that_fits() {
    let quota = Some(Quota { every: Duration::from_secs(5), burst: 1 });
    let policy = Policy { quota, ..Policy::default() };
    let only = Scripted::new("only", [answers()]);
    let chain = chain(&policy, [&only]);
    let start = Instant::now();
    for _ in 0..3 {
        chain.serve(&(), Duration::from_secs(6)).await.unwrap();
    }
    assert!(start.elapsed() >= Duration::from_secs(10), "{:?}", start.elapsed());
    let ServeError::Failed { failures } = chain.serve(&(), Duration::from_secs(1)).await.unwrap_err() else {
        panic!("an engine is configured");
    };
    assert_eq!(failures[0].kind, FailureKind::Skipped);
    assert!(failures[0].retry_after.unwrap() > Duration::from_secs(4), "{failures:?}");
    assert_eq!(only.asked(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_leaves_frees_the_place() {
    let policy = Policy { concurrency: 1, failures_to_open: Some(1), ..Policy::default() };
    let only = Scripted::new("only", [fails(FailureKind::Blocked), hangs(), answers()]);
    let chain = chain(&policy, [&only]);
    chain.serve(&(), LIMIT).await.unwrap_err();
    advance(Duration::from_mins(1)).await;
    let probe = timeout(Duration::from_secs(1), chain.serve(&(), LIMIT)).await;
    assert!(probe.is_err(), "the caller of the probe left");
    assert_eq!(chain.serve(&(), LIMIT).await.unwrap().engine, "only");
}

#[tokio::test(start_paused = true)]
async fn what_opened_the_circuit_is_told_rather_than_that_it_is_open() {
    let policy = Policy { retries: 3, failures_to_open: Some(2), ..Policy::default() };
    let only = Scripted::new("only", [fails(FailureKind::Broken)]);
    let error = chain(&policy, [&only]).serve(&(), LIMIT).await.unwrap_err();
    assert_eq!((kinds(error), only.asked()), (vec![("only", FailureKind::Broken)], 2));
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_was_not_asked_says_why() {
    let only = Scripted::new("only", [fails(FailureKind::Refused)]);
    let chain = chain(&Policy::default(), [&only]);
    chain.serve(&(), LIMIT).await.unwrap_err();
    let error = chain.serve(&(), LIMIT).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "no engine answered: only was skipped after it refused the request because of its account; the operator has been notified"
    );
}
