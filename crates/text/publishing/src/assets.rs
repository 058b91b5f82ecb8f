//! Files that every hosted site has. The pages refer to their URLs, so the server must serve them.

/// A file of the hosted site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its path below the site's URL.
    pub path: &'static str,
    pub media_type: &'static str,
    pub bytes: &'static [u8],
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

/// The site's icon in browser tabs.
pub(crate) const FAVICON: Asset = Asset {
    path: "/favicon.svg",
    media_type: "image/svg+xml",
    bytes: include_bytes!("assets/favicon.svg"),
    width: 64,
    height: 64,
};

/// The icon at the default path of browsers, for pages and API responses that name no other.
const FAVICON_BY_HABIT: Asset = Asset { path: "/favicon.ico", ..FAVICON };

/// The default logo of the publisher.
pub(crate) const LOGO: Asset = Asset {
    path: "/logo.png",
    media_type: "image/png",
    bytes: include_bytes!("assets/logo.png"),
    width: 512,
    height: 512,
};

/// The image in shared links to a page without images.
pub(crate) const SHARE_CARD: Asset = Asset {
    path: "/share.png",
    media_type: "image/png",
    bytes: include_bytes!("assets/share.png"),
    width: 1200,
    height: 630,
};

pub const ASSETS: [Asset; 4] = [FAVICON, LOGO, SHARE_CARD, FAVICON_BY_HABIT];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_large_as_the_pages_say() {
        for asset in [LOGO, SHARE_CARD] {
            let number = |at: usize| {
                asset.bytes[at..at + 4].iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte))
            };
            assert_eq!(&asset.bytes[1..4], b"PNG");
            assert_eq!((number(16), number(20)), (asset.width, asset.height), "{}", asset.path);
        }
    }
}
