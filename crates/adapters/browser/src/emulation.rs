//! What the browser emulates: the devices of Lighthouse with their connections and processors, under the
//! browser's real version.

use std::time::Duration;

use domain::rendering::{Throttling, ThrottlingProfile};
use domain::search::Device;
use serde_json::{Value, json};

/// A device to emulate.
pub(crate) struct Emulation {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) throttling: Throttling,
    /// A page that has not settled by then is measured as it is.
    pub(crate) patience: Duration,
    scale: f64,
    mobile: bool,
}

/// `DevTools` delays requests, not packets. Lighthouse compensates for the handshakes with this factor, and
/// for the remaining throughput with the other one.
const ROUND_TRIPS_OF_A_REQUEST: f64 = 3.75;
const SHARE_OF_THE_THROUGHPUT: f64 = 0.9;

const fn throttling(
    profile: ThrottlingProfile,
    rtt_ms: f64,
    (download, upload): (f64, f64),
    cpu_slowdown: f64,
) -> Throttling {
    Throttling {
        profile,
        rtt_ms,
        request_latency_ms: rtt_ms * ROUND_TRIPS_OF_A_REQUEST,
        download_kbps: download * SHARE_OF_THE_THROUGHPUT,
        upload_kbps: upload * SHARE_OF_THE_THROUGHPUT,
        cpu_slowdown,
    }
}

const MOBILE: Emulation = Emulation {
    width: 412,
    height: 823,
    throttling: throttling(ThrottlingProfile::Slow4G, 150.0, (1.6 * 1024.0, 750.0), 4.0),
    // A page of 3 MB takes 17 seconds on this connection.
    patience: Duration::from_secs(30),
    scale: 1.75,
    mobile: true,
};
const DESKTOP: Emulation = Emulation {
    width: 1350,
    height: 940,
    throttling: throttling(ThrottlingProfile::Desktop, 40.0, (10.0 * 1024.0, 10.0 * 1024.0), 1.0),
    patience: Duration::from_secs(15),
    scale: 1.0,
    mobile: false,
};

impl Emulation {
    pub(crate) const fn of(device: Device) -> &'static Self {
        match device {
            Device::Mobile => &MOBILE,
            Device::Desktop => &DESKTOP,
        }
    }

    /// The commands that emulate the device. `product` is the browser's name and version, as in
    /// `Chrome/150.0.1`.
    pub(crate) fn orders(&self, product: &str) -> Vec<(&'static str, Value)> {
        let metrics = json!({
            "width": self.width,
            "height": self.height,
            "deviceScaleFactor": self.scale,
            "mobile": self.mobile,
            "screenWidth": self.width,
            "screenHeight": self.height,
        });
        let mut orders = vec![
            ("Emulation.setDeviceMetricsOverride", metrics),
            ("Emulation.setUserAgentOverride", self.user_agent(product)),
            ("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })),
        ];
        if self.mobile {
            let touch = json!({ "enabled": true, "maxTouchPoints": 1 });
            orders.push(("Emulation.setTouchEmulationEnabled", touch));
        }
        orders
    }

    /// The command that throttles the network of a page, or of a frame in it, to the emulated connection.
    pub(crate) fn slow_connection(&self) -> (&'static str, Value) {
        let line = &self.throttling;
        connection(line.request_latency_ms, line.download_bytes().floor(), line.upload_bytes().floor())
    }

    /// The command that throttles a page to the emulated processor.
    pub(crate) fn slow_processor(&self) -> (&'static str, Value) {
        processor(self.throttling.cpu_slowdown)
    }

    fn user_agent(&self, product: &str) -> Value {
        let full = product.rsplit('/').next().unwrap_or(product);
        let major = full.split('.').next().unwrap_or(full);
        let (system, suffix, platform, version, model) = if self.mobile {
            ("Linux; Android 11; moto g power (2022)", " Mobile", "Android", "11.0", "moto g power (2022)")
        } else {
            ("Macintosh; Intel Mac OS X 10_15_7", "", "macOS", "10.15.7", "")
        };
        let engine = "AppleWebKit/537.36 (KHTML, like Gecko)";
        json!({
            "userAgent": format!("Mozilla/5.0 ({system}) {engine} Chrome/{major}.0.0.0{suffix} Safari/537.36"),
            "userAgentMetadata": {
                "brands": brands(major),
                "fullVersionList": brands(full),
                "platform": platform,
                "platformVersion": version,
                "architecture": "",
                "model": model,
                "mobile": self.mobile,
            },
        })
    }
}

/// The commands that remove all throttling.
pub(crate) fn full_speed() -> [(&'static str, Value); 2] {
    // No delay and no limit.
    [connection(0.0, -1.0, -1.0), processor(1.0)]
}

fn connection(latency: f64, download: f64, upload: f64) -> (&'static str, Value) {
    let conditions = json!({
        "offline": false, "latency": latency, "downloadThroughput": download, "uploadThroughput": upload,
    });
    ("Network.emulateNetworkConditions", conditions)
}

fn processor(slowdown: f64) -> (&'static str, Value) {
    ("Emulation.setCPUThrottlingRate", json!({ "rate": slowdown }))
}

fn brands(version: &str) -> Value {
    json!([{ "brand": "Chromium", "version": version }, { "brand": "Google Chrome", "version": version }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_tells_the_real_major_version_only() {
        let shown = Emulation::of(Device::Mobile).user_agent("Chrome/150.0.7000.3");
        let agent = shown["userAgent"].as_str().unwrap();
        assert!(agent.ends_with(" Chrome/150.0.0.0 Mobile Safari/537.36"), "{agent}");
        assert_eq!(shown["userAgentMetadata"]["fullVersionList"][0]["version"], "150.0.7000.3");
        let desktop = Emulation::of(Device::Desktop).user_agent("Chrome/150.0.7000.3");
        assert!(!desktop["userAgent"].as_str().unwrap().contains("Mobile"));
    }

    #[test]
    fn connections_are_those_that_lighthouse_orders_of_devtools() {
        let (_, mobile) = Emulation::of(Device::Mobile).slow_connection();
        let ordered = ["latency", "downloadThroughput", "uploadThroughput"].map(|name| mobile[name].as_f64());
        assert_eq!(ordered, [Some(562.5), Some(188_743.0), Some(86_400.0)]);
        assert_eq!(Emulation::of(Device::Mobile).slow_processor().1["rate"], 4.0);
        let (_, desktop) = Emulation::of(Device::Desktop).slow_connection();
        let ordered = (desktop["latency"].as_f64(), desktop["downloadThroughput"].as_f64());
        assert_eq!(ordered, (Some(150.0), Some(1_179_648.0)));
        assert_eq!(Emulation::of(Device::Desktop).slow_processor().1["rate"], 1.0);
    }
}
