//! Which IP addresses are public. Pure: it neither resolves names nor opens connections.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use ports::fetch::FetchError;

/// One text for every refused IP address, so that it reveals nothing about our network.
const NOT_PUBLIC: FetchError = FetchError::Blocked("it points to a private network");
const PORT: FetchError = FetchError::Blocked("this port is not allowed");
const NO_ADDRESS: FetchError = FetchError::NoSuchHost;

const fn v4(a: u8, b: u8, c: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), prefix)
}

const fn v6(a: u16, b: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), prefix)
}

const REFUSED_V4: [Ipv4Net; 15] = [
    v4(0, 0, 0, 8),       // this network
    v4(10, 0, 0, 8),      // private
    v4(100, 64, 0, 10),   // carrier-grade NAT
    v4(127, 0, 0, 8),     // loopback
    v4(169, 254, 0, 16),  // link-local, where clouds keep their metadata
    v4(172, 16, 0, 12),   // private
    v4(192, 0, 0, 24),    // protocol assignments
    v4(192, 0, 2, 24),    // documentation
    v4(192, 88, 99, 24),  // 6to4 relays
    v4(192, 168, 0, 16),  // private
    v4(198, 18, 0, 15),   // benchmarks
    v4(198, 51, 100, 24), // documentation
    v4(203, 0, 113, 24),  // documentation
    v4(224, 0, 0, 4),     // multicast
    v4(240, 0, 0, 4),     // reserved, and broadcast
];

/// Only `2000::/3` is public unicast, so that future networks outside it are refused too.
const REFUSED_V6: [Ipv6Net; 7] = [
    v6(0, 0, 3),           // unspecified, loopback, IPv4-compatible, NAT64, discard
    v6(0x4000, 0, 2),      // not assigned
    v6(0x8000, 0, 1),      // unique local, link-local, site-local, multicast
    v6(0x2001, 0, 23),     // protocol assignments, Teredo
    v6(0x2001, 0xdb8, 32), // documentation
    v6(0x2002, 0, 16),     // 6to4
    v6(0x3fff, 0, 20),     // documentation
];

/// Whether an IP address is public. IPv4 in IPv6 counts as IPv4.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !REFUSED_V4.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) => !REFUSED_V6.iter().any(|network| network.contains(&address)),
    }
}

/// The IP addresses and ports that may be dialled.
pub(crate) struct AddressGuard {
    /// Networks that are allowed on any port although they are not public.
    pub(crate) allow: Vec<IpNet>,
    /// The ports for all other IP addresses.
    pub(crate) ports: Vec<u16>,
}

impl AddressGuard {
    /// The addresses to dial, in order, if every one of `answers` is allowed. `own` are this machine's
    /// networks.
    pub(crate) fn admit(
        &self,
        answers: &[IpAddr],
        port: u16,
        own: &[IpNet],
    ) -> Result<Vec<SocketAddr>, FetchError> {
        let answers: Vec<IpAddr> = answers.iter().map(IpAddr::to_canonical).collect();
        let strangers: Vec<&IpAddr> =
            answers.iter().filter(|address| !contains(&self.allow, address)).collect();
        if answers.is_empty() {
            return Err(NO_ADDRESS);
        }
        if strangers.iter().any(|address| !is_public(**address) || contains(own, address)) {
            return Err(NOT_PUBLIC);
        }
        if !strangers.is_empty() {
            self.admit_port(port)?;
        }
        Ok(answers.into_iter().map(|address| SocketAddr::new(address, port)).collect())
    }

    /// Refuses what no answer could make valid, before the name is resolved.
    pub(crate) fn admit_lookup(&self, port: u16) -> Result<(), FetchError> {
        if self.allow.is_empty() { self.admit_port(port) } else { Ok(()) }
    }

    pub(crate) fn admit_port(&self, port: u16) -> Result<(), FetchError> {
        if self.ports.contains(&port) { Ok(()) } else { Err(PORT) }
    }
}

pub(crate) fn contains(networks: &[IpNet], address: &IpAddr) -> bool {
    networks.iter().any(|network| network.contains(address))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn guard(allow: &[&str]) -> AddressGuard {
        let allow = allow.iter().map(|network| network.parse().unwrap()).collect();
        AddressGuard { allow, ports: vec![80, 443] }
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn verdict(text: &str) -> Result<Vec<SocketAddr>, FetchError> {
        guard(&[]).admit(&[address(text)], 80, &[])
    }

    /// Every network of the rule with its first and last address, and its public neighbours if it has any.
    #[rstest]
    #[case::this_network("0.0.0.0", "0.255.255.255", None, Some("1.0.0.0"))]
    #[case::private_10("10.0.0.0", "10.255.255.255", Some("9.255.255.255"), Some("11.0.0.0"))]
    #[case::carrier_nat("100.64.0.0", "100.127.255.255", Some("100.63.255.255"), Some("100.128.0.0"))]
    #[case::loopback("127.0.0.0", "127.255.255.255", Some("126.255.255.255"), Some("128.0.0.0"))]
    #[case::link_local("169.254.0.0", "169.254.255.255", Some("169.253.255.255"), Some("169.255.0.0"))]
    #[case::private_172("172.16.0.0", "172.31.255.255", Some("172.15.255.255"), Some("172.32.0.0"))]
    #[case::protocol("192.0.0.0", "192.0.0.255", Some("191.255.255.255"), Some("192.0.1.0"))]
    #[case::documentation_1("192.0.2.0", "192.0.2.255", Some("192.0.1.255"), Some("192.0.3.0"))]
    #[case::relays("192.88.99.0", "192.88.99.255", Some("192.88.98.255"), Some("192.88.100.0"))]
    #[case::private_192("192.168.0.0", "192.168.255.255", Some("192.167.255.255"), Some("192.169.0.0"))]
    #[case::benchmarks("198.18.0.0", "198.19.255.255", Some("198.17.255.255"), Some("198.20.0.0"))]
    #[case::documentation_2("198.51.100.0", "198.51.100.255", Some("198.51.99.255"), Some("198.51.101.0"))]
    #[case::documentation_3("203.0.113.0", "203.0.113.255", Some("203.0.112.255"), Some("203.0.114.0"))]
    #[case::multicast("224.0.0.0", "239.255.255.255", Some("223.255.255.255"), None)]
    #[case::reserved("240.0.0.0", "255.255.255.254", None, None)]
    #[case::broadcast("255.255.255.255", "255.255.255.255", None, None)]
    #[case::unspecified_v6("::", "::", None, None)]
    #[case::loopback_v6("::1", "::1", None, None)]
    #[case::compatible("::8.8.8.8", "::127.0.0.1", None, None)]
    #[case::nat64("64:ff9b::", "64:ff9b::ffff:ffff", None, None)]
    #[case::local_nat64("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", None, None)]
    #[case::discard("100::", "100::ffff:ffff:ffff:ffff", None, None)]
    #[case::below_unicast("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None, Some("2000::"))]
    #[case::teredo("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", Some("2000:ffff::"), None)]
    #[case::protocol_v6("2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", None, Some("2001:200::"))]
    #[case::documentation_v6(
        "2001:db8::",
        "2001:db8:ffff::ffff",
        Some("2001:db7:ffff::"),
        Some("2001:db9::")
    )]
    #[case::six_to_four("2002::", "2002:ffff::ffff", Some("2001:ffff::"), Some("2003::"))]
    #[case::documentation_v6_2("3fff::", "3fff:fff:ffff::ffff", Some("3ffe:ffff::"), Some("3fff:1000::"))]
    #[case::above_unicast("4000::", "7fff:ffff::", Some("3fff:ffff::"), None)]
    #[case::unique_local("fc00::", "fdff:ffff::ffff", None, None)]
    #[case::link_local_v6("fe80::", "febf:ffff::ffff", None, None)]
    #[case::site_local("fec0::", "feff:ffff::ffff", None, None)]
    #[case::multicast_v6("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None, None)]
    fn rule_4_networks(
        #[case] first: &str,
        #[case] last: &str,
        #[case] before: Option<&str>,
        #[case] after: Option<&str>,
    ) {
        for inside in [first, last] {
            assert_eq!(verdict(inside), Err(NOT_PUBLIC), "{inside}");
        }
        for outside in [before, after].into_iter().flatten() {
            assert_eq!(verdict(outside), Ok(vec![SocketAddr::new(address(outside), 80)]), "{outside}");
        }
    }

    #[test]
    fn rule_4_ipv4_in_ipv6_is_judged_and_dialled_as_ipv4() {
        assert_eq!(verdict("::ffff:127.0.0.1"), Err(NOT_PUBLIC));
        assert_eq!(verdict("::ffff:169.254.169.254"), Err(NOT_PUBLIC));
        assert_eq!(verdict("::ffff:8.8.8.8"), Ok(vec!["8.8.8.8:80".parse().unwrap()]));
        let dialled = guard(&["127.0.0.0/8"]).admit(&[address("::ffff:127.0.0.1")], 80, &[]);
        assert_eq!(dialled, Ok(vec!["127.0.0.1:80".parse().unwrap()]));
    }

    #[test]
    fn rule_4_own_addresses_are_refused_though_public() {
        let own = ["8.8.4.0/24".parse().unwrap()];
        assert_eq!(guard(&[]).admit(&[address("8.8.4.4")], 80, &own), Err(NOT_PUBLIC));
        assert_eq!(guard(&[]).admit(&[address("::ffff:8.8.4.4")], 80, &own), Err(NOT_PUBLIC));
        assert!(guard(&[]).admit(&[address("8.8.8.8")], 80, &own).is_ok());
        assert!(guard(&["8.8.4.4/32"]).admit(&[address("8.8.4.4")], 80, &own).is_ok());
    }

    #[test]
    fn rule_2_any_bad_answer_refuses_all() {
        let answers = [address("8.8.8.8"), address("2606:4700::1"), address("10.0.0.1")];
        assert_eq!(guard(&[]).admit(&answers, 80, &[]), Err(NOT_PUBLIC));
        assert_eq!(guard(&["127.0.0.0/8"]).admit(&answers, 80, &[]), Err(NOT_PUBLIC));
        assert_eq!(guard(&["10.0.0.0/8"]).admit(&answers, 80, &[]).unwrap().len(), 3);
        assert_eq!(guard(&[]).admit(&[], 80, &[]), Err(NO_ADDRESS));
    }

    #[test]
    fn rule_1_ports_are_checked_unless_every_address_is_allowed() {
        let guard = guard(&["127.0.0.0/8"]);
        assert_eq!(guard.admit(&[address("8.8.8.8")], 8080, &[]), Err(PORT));
        assert_eq!(guard.admit(&[address("127.0.0.1"), address("8.8.8.8")], 8080, &[]), Err(PORT));
        assert!(guard.admit(&[address("127.0.0.1")], 8080, &[]).is_ok());
        assert!(guard.admit_lookup(8080).is_ok());
        assert_eq!(super::tests::guard(&[]).admit_lookup(8080), Err(PORT));
    }

    proptest! {
        #[test]
        fn rule_4_mapping_into_ipv6_changes_nothing(bits: u32) {
            let plain = Ipv4Addr::from(bits);
            prop_assert_eq!(is_public(IpAddr::V4(plain)), is_public(IpAddr::V6(plain.to_ipv6_mapped())));
        }

        #[test]
        fn rule_4_nothing_that_the_standard_library_calls_special_is_public(bits: u32) {
            let plain = Ipv4Addr::from(bits);
            let special = plain.is_private() || plain.is_loopback() || plain.is_link_local() || plain.is_unspecified()
                || plain.is_multicast() || plain.is_broadcast() || plain.is_documentation();
            prop_assert!(!(special && is_public(IpAddr::V4(plain))));
        }

        #[test]
        fn rule_4_only_unicast_ipv6_is_public(bits: u128) {
            let address = Ipv6Addr::from(bits);
            let unicast = bits >> 125 == 1;
            prop_assert!(unicast || address.to_ipv4_mapped().is_some() || !is_public(IpAddr::V6(address)));
        }
    }
}
