//! This machine's own addresses, as Linux lists them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use ipnet::IpNet;

const IPV4_ROUTES: &str = "/proc/net/fib_trie";
const IPV6_ADDRESSES: &str = "/proc/net/if_inet6";

pub(crate) fn own_networks() -> Vec<IpNet> {
    let v4 = std::fs::read_to_string(IPV4_ROUTES).map_or_else(
        |_| outgoing_address(Ipv4Addr::UNSPECIFIED, Ipv4Addr::new(192, 0, 2, 1)),
        |t| ipv4_locals(&t),
    );
    let v6 = std::fs::read_to_string(IPV6_ADDRESSES).map_or_else(
        |_| outgoing_address(Ipv6Addr::UNSPECIFIED, Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
        |text| ipv6_locals(&text),
    );
    v4.into_iter().chain(v6).collect()
}

/// Each leaf is a line with an address, followed by lines with a prefix and its kind. Only `host LOCAL` is
/// this machine.
fn ipv4_locals(routes: &str) -> Vec<IpNet> {
    let mut locals = Vec::new();
    let mut leaf = None;
    for line in routes.lines().map(str::trim) {
        if let Some(address) = line.strip_prefix("|-- ") {
            leaf = address.parse::<Ipv4Addr>().ok();
        } else if let Some(prefix) = line.strip_suffix(" host LOCAL") {
            let prefix = prefix.trim_start_matches('/').parse().ok();
            locals.extend(
                leaf.zip(prefix).and_then(|(address, prefix)| IpNet::new(address.into(), prefix).ok()),
            );
        }
    }
    locals
}

/// Each line begins with an address in 32 hexadecimal digits.
fn ipv6_locals(addresses: &str) -> Vec<IpNet> {
    let digits = addresses.lines().filter_map(|line| line.split_whitespace().next());
    let numbers =
        digits.filter(|digits| digits.len() == 32).filter_map(|digits| u128::from_str_radix(digits, 16).ok());
    numbers.map(|number| IpNet::from(IpAddr::from(Ipv6Addr::from(number)))).collect()
}

/// Without such a list: the address that a packet to `far` would leave from. Nothing is sent.
fn outgoing_address(any: impl Into<IpAddr>, far: impl Into<IpAddr>) -> Vec<IpNet> {
    let address = UdpSocket::bind(SocketAddr::new(any.into(), 0)).and_then(|socket| {
        socket.connect(SocketAddr::new(far.into(), 9))?;
        socket.local_addr()
    });
    address.map(|address| IpNet::from(address.ip())).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv4_locals_are_read_from_the_routes() {
        let routes = "Local:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 0.0.0.0\n        /0 universe UNICAST\n     \
            +-- 127.0.0.0/8 2 0 2\n           |-- 127.0.0.0\n              /8 host LOCAL\n           |-- 198.41.0.4\n              \
            /24 link UNICAST\n              /32 host LOCAL\n        |-- 198.41.0.255\n           /32 link BROADCAST\n";
        let expected: Vec<IpNet> = vec!["127.0.0.0/8".parse().unwrap(), "198.41.0.4/32".parse().unwrap()];
        assert_eq!(ipv4_locals(routes), expected);
        assert_eq!(ipv4_locals("|-- x\n/32 host LOCAL\n/99 host LOCAL\n"), vec![]);
    }

    #[test]
    fn ipv6_locals_are_read_from_the_list() {
        let list = "00000000000000000000000000000001 01 80 10 80       lo\n\
                    2606470000000000000000000000abcd 04 40 00 82     eth0\nshort 1\n\n";
        let expected: Vec<IpNet> = vec!["::1/128".parse().unwrap(), "2606:4700::abcd/128".parse().unwrap()];
        assert_eq!(ipv6_locals(list), expected);
    }

    #[test]
    fn this_machine_knows_its_loopback() {
        let loopback: IpAddr = Ipv4Addr::LOCALHOST.into();
        assert!(own_networks().iter().any(|network| network.contains(&loopback)));
    }

    #[test]
    fn without_a_list_the_outgoing_address_is_found() {
        let found = outgoing_address(Ipv4Addr::UNSPECIFIED, Ipv4Addr::LOCALHOST);
        assert_eq!(found, vec!["127.0.0.1/32".parse().unwrap()]);
    }
}
