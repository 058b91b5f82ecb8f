//! Field data of Core Web Vitals, one file per provider. All of them return what Chrome's users measured.

pub mod crux;
pub mod pagespeed;

use domain::search::Device;
use domain::vitals::{FieldMetric, FieldScope, FieldVitals, Metric};
use ports::{EngineFailure, FailureKind};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::http::Provider;

/// Metrics by their names at a provider.
type Block = Map<String, Value>;

/// A metric in the format of a provider.
trait Measured: DeserializeOwned {
    /// The provider's name of a metric.
    fn name(metric: Metric) -> &'static str;

    /// The figures; `None` if the main one is missing.
    fn figures(&self, metric: Metric) -> Option<FieldMetric>;
}

/// Reads a block. Metrics that can't be read are left out, unless none is left; `None` stands for a block
/// without metrics.
fn vitals<Wire: Measured>(
    provider: &Provider,
    scope: FieldScope,
    block: &Block,
) -> Result<Option<FieldVitals>, EngineFailure> {
    let written = |metric| block.get(Wire::name(metric)).filter(|value| !value.is_null());
    let read = |metric| Wire::deserialize(written(metric)?).ok()?.figures(metric);
    let [lcp, inp, cls, fcp, ttfb] = Metric::ALL.map(read);
    let vitals = FieldVitals { scope, lcp, inp, cls, fcp, ttfb, period: None };
    if Metric::ALL.iter().any(|metric| vitals.of(*metric).is_some()) {
        return Ok(Some(vitals));
    }
    if Metric::ALL.into_iter().any(|metric| written(metric).is_some()) {
        return Err(
            provider.failure(FailureKind::Broken, "answered with metrics in another form than its own")
        );
    }
    Ok(None)
}

/// A metric from its 75th percentile and the shares of its bins, from good to poor. Impossible values count
/// as missing.
fn figures(p75: Option<f64>, shares: &[Option<f64>]) -> Option<FieldMetric> {
    let p75 = p75.filter(|value| *value >= 0.0)?;
    let share = |share: Option<f64>| share.filter(|share| (0.0..=1.0).contains(share));
    let [good, needs_improvement, poor] = match shares {
        [good, needs_improvement, poor] => [*good, *needs_improvement, *poor].map(share),
        // Bins with other borders have another meaning.
        _ => [None; 3],
    };
    Some(FieldMetric { p75, good, needs_improvement, poor })
}

/// The provider's name of a device.
const fn name_of(device: Device, phone: &'static str, computer: &'static str) -> &'static str {
    match device {
        Device::Mobile => phone,
        Device::Desktop => computer,
    }
}
