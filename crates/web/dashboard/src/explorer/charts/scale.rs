//! Scales that end at round numbers.

/// About how many steps a scale has.
const STEPS: i128 = 4;

/// The round numbers from zero to the first that is not below any value.
pub(super) fn ticks(most: i128) -> Vec<i128> {
    let most = most.max(1);
    let least_step = (most + STEPS - 1) / STEPS;
    let mut power = 1;
    let step = loop {
        if let Some(step) =
            [1, 2, 5].into_iter().map(|factor| factor * power).find(|step| *step >= least_step)
        {
            break step;
        }
        power *= 10;
    };
    let steps = (most + step - 1) / step;
    (0..=steps).map(|count| count * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case(0, &[0, 1])]
    #[case(1, &[0, 1])]
    #[case(4, &[0, 1, 2, 3, 4])]
    #[case(30_875, &[0, 10_000, 20_000, 30_000, 40_000])]
    #[case(17_000, &[0, 5_000, 10_000, 15_000, 20_000])]
    #[case(-5, &[0, 1])]
    fn scales_end_at_round_numbers(#[case] most: i128, #[case] expected: &[i128]) {
        assert_eq!(ticks(most), expected);
    }

    proptest::proptest! {
        #[test]
        fn every_value_has_its_place(most in 0..i128::from(i64::MAX) * 1_000) {
            let ticks = ticks(most);
            proptest::prop_assert!((2..=5).contains(&ticks.len()), "{:?}", ticks);
            proptest::prop_assert!(ticks.last().is_some_and(|last| *last >= most));
        }
    }
}
