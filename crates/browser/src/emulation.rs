//! What the browser pretends to be: the devices of Lighthouse, under the browser's real version.

use domain::search::Device;
use serde_json::{Value, json};

/// A device to pretend to be.
pub(crate) struct Emulation {
    pub(crate) width: u32,
    pub(crate) height: u32,
    scale: f64,
    mobile: bool,
}

const MOBILE: Emulation = Emulation { width: 412, height: 823, scale: 1.75, mobile: true };
const DESKTOP: Emulation = Emulation { width: 1350, height: 940, scale: 1.0, mobile: false };

impl Emulation {
    pub(crate) const fn of(device: Device) -> &'static Self {
        match device {
            Device::Mobile => &MOBILE,
            Device::Desktop => &DESKTOP,
        }
    }

    /// The calls that make the browser look like it. `product` is its name and version, as in `Chrome/150.0.1`.
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
}
