//! Gradients that fit pixels best.

use super::canvas::{Canvas, Colour, minus, plus, times};

/// The terms of a gradient: one, along, down, and their products.
const TERMS: usize = 6;

/// A gradient of up to the second degree.
pub(super) struct Gradient {
    /// The coefficient of each term.
    colours: [Colour; TERMS],
}

impl Gradient {
    /// The gradient with the least squared distance from the given pixels.
    pub(super) fn fit(canvas: &Canvas, pixels: &[usize]) -> Self {
        let mut products = [[0.0_f32; TERMS]; TERMS];
        let mut colours = [Colour::default(); TERMS];
        for &index in pixels {
            let terms = terms(canvas, index);
            for (row, &term) in terms.iter().enumerate() {
                colours[row] = plus(colours[row], times(canvas.pixels[index], term));
                (0..TERMS).for_each(|column| products[row][column] += term * terms[column]);
            }
        }
        eliminate(&mut products, &mut colours);
        Self { colours }
    }

    /// The mean distance of the pixels from the gradient.
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
    pub(super) fn distance(&self, canvas: &Canvas, pixels: &[usize]) -> f32 {
        let distance = |&index: &usize| {
            let fitted = terms(canvas, index)
                .iter()
                .zip(self.colours)
                .fold(Colour::default(), |sum, (term, colour)| plus(sum, times(colour, *term)));
            minus(canvas.pixels[index], fitted).iter().fold(0.0_f32, |most, value| most.max(value.abs()))
        };
        pixels.iter().map(distance).sum::<f32>() / pixels.len().max(1) as f32
    }
}

/// The terms at a pixel, with coordinates from -1 to 1.
#[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
fn terms(canvas: &Canvas, index: usize) -> [f32; TERMS] {
    let place = |at: usize, side: usize| 2.0 * at as f32 / side as f32 - 1.0;
    let (x, y) = (place(index % canvas.width, canvas.width), place(index / canvas.width, canvas.height));
    [1.0, x, y, x * x, x * y, y * y]
}

/// Solves the normal equations in place. Terms that the pixels do not determine get no colour.
fn eliminate(products: &mut [[f32; TERMS]; TERMS], colours: &mut [Colour; TERMS]) {
    const NOTHING: f32 = 1e-3;
    for pivot in 0..TERMS {
        if products[pivot][pivot].abs() < NOTHING {
            products[pivot] = [0.0; TERMS];
            colours[pivot] = Colour::default();
            continue;
        }
        let factor = 1.0 / products[pivot][pivot];
        products[pivot] = products[pivot].map(|value| value * factor);
        colours[pivot] = times(colours[pivot], factor);
        for row in (0..TERMS).filter(|row| *row != pivot) {
            let share = products[row][pivot];
            let of_pivot = products[pivot];
            products[row].iter_mut().zip(of_pivot).for_each(|(value, of_pivot)| *value -= share * of_pivot);
            colours[row] = minus(colours[row], times(colours[pivot], share));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn distance(value: impl Fn(f32, f32) -> f32) -> f32 {
        let colour = |index: usize| [value((index % 50) as f32, (index / 50) as f32); 4];
        let canvas = Canvas { width: 50, height: 30, pixels: (0..1500).map(colour).collect() };
        let pixels: Vec<usize> = (0..1500).filter(|index| index % 3 > 0).collect();
        Gradient::fit(&canvas, &pixels).distance(&canvas, &pixels)
    }

    #[test]
    fn gradients_are_fitted_and_waves_are_not() {
        assert!(distance(|x, y| 20.0 + x * 2.0 + y) < 0.1);
        assert!(distance(|x, y| 200.0 - (x - 20.0).powi(2) / 10.0 - (y - 9.0).powi(2) / 5.0) < 0.1);
        assert!(distance(|x, _| 100.0 + (x / 4.0).sin() * 30.0) > 10.0);
    }

    #[test]
    fn a_single_pixel_is_fitted() {
        let canvas = Canvas { width: 3, height: 3, pixels: vec![[9.0; 4]; 9] };
        assert!(Gradient::fit(&canvas, &[4]).distance(&canvas, &[4]) < 0.1);
        assert!(Gradient::fit(&canvas, &[]).distance(&canvas, &[]) < 0.1);
    }
}
