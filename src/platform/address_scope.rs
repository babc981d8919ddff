//! Scope of IP addresses: which ones a request to a server of a stranger's choice may go to.
//!
//! After the special-purpose address registries of IANA (RFC 6890 and its successors).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// Scope of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AddressScope {
    /// Reachable from everywhere.
    Global,
    /// This machine, or a private network: loopback, RFC 1918, carrier-grade NAT and unique local addresses.
    Private,
    /// Never a server of a club: link-local addresses, at which clouds serve credentials, multicast, documentation, benchmarks and the rest.
    Reserved,
}

/// Networks of private scope.
const PRIVATE: [Ipv4Net; 5] = [
    net(10, 0, 0, 0, 8),
    net(100, 64, 0, 0, 10),
    net(127, 0, 0, 0, 8),
    net(172, 16, 0, 0, 12),
    net(192, 168, 0, 0, 16),
];
/// Networks of reserved scope.
const RESERVED: [Ipv4Net; 11] = [
    net(0, 0, 0, 0, 8),
    // A cloud serves credentials there.
    net(100, 100, 100, 200, 32),
    net(169, 254, 0, 0, 16),
    net(192, 0, 0, 0, 24),
    net(192, 0, 2, 0, 24),
    // Relays of 6to4.
    net(192, 88, 99, 0, 24),
    net(198, 18, 0, 0, 15),
    net(198, 51, 100, 0, 24),
    net(203, 0, 113, 0, 24),
    net(224, 0, 0, 0, 4),
    // With the broadcast address.
    net(240, 0, 0, 0, 4),
];

/// Address at which a cloud serves credentials.
const CLOUD_METADATA: Ipv6Addr = Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254);
const UNIQUE_LOCAL: Ipv6Net = net6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7);
/// Unicast addresses that are assigned to networks.
const UNICAST: Ipv6Net = net6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);
/// IPv4 addresses as IPv6 translators write them.
const NAT64: Ipv6Net = net6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96);
/// Networks of reserved scope among the unicast addresses.
const RESERVED6: [Ipv6Net; 4] = [
    // Protocol assignments, with Teredo.
    net6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    net6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    // 6to4, which contains an IPv4 address.
    net6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    net6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
];

const fn net(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn net6(segments: [u16; 8], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::from_segments(segments), prefix)
}

impl AddressScope {
    /// Scope of an address. An IPv4 address that is written as IPv6 has its own scope.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::of_v4(address),
            IpAddr::V6(address) => Self::of_v6(address),
        }
    }

    fn of_v4(address: Ipv4Addr) -> Self {
        let is_in = |networks: &[Ipv4Net]| networks.iter().any(|net| net.contains(&address));
        if is_in(&RESERVED) {
            Self::Reserved
        } else if is_in(&PRIVATE) {
            Self::Private
        } else {
            Self::Global
        }
    }

    fn of_v6(address: Ipv6Addr) -> Self {
        if address == CLOUD_METADATA {
            return Self::Reserved;
        }
        if address == Ipv6Addr::LOCALHOST || UNIQUE_LOCAL.contains(&address) {
            return Self::Private;
        }
        if NAT64.contains(&address) {
            let [.., a, b, c, d] = address.octets();
            return Self::of_v4(Ipv4Addr::new(a, b, c, d));
        }
        let is_reserved = RESERVED6.iter().any(|net| net.contains(&address));
        if UNICAST.contains(&address) && !is_reserved { Self::Global } else { Self::Reserved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_addresses_are_not_global() {
        let table = [
            (
                AddressScope::Global,
                &[
                    "1.1.1.1",
                    "9.255.255.255",
                    "11.0.0.0",
                    "100.63.255.255",
                    "100.128.0.0",
                    "126.255.255.255",
                    "128.0.0.0",
                    "169.253.255.255",
                    "172.15.255.255",
                    "172.32.0.0",
                    "192.0.1.0",
                    "192.167.255.255",
                    "192.169.0.0",
                    "198.17.255.255",
                    "198.20.0.0",
                    "223.255.255.255",
                    "2000::1",
                    "2606:4700:4700::1111",
                    "2a01:4f8::1",
                    "3ffe::1",
                    "::ffff:1.1.1.1",
                    "64:ff9b::1.1.1.1",
                ][..],
            ),
            (
                AddressScope::Private,
                &[
                    "10.0.0.0",
                    "10.255.255.255",
                    "100.64.0.0",
                    "100.127.255.255",
                    "127.0.0.1",
                    "127.255.255.255",
                    "172.16.0.0",
                    "172.31.255.255",
                    "192.168.0.0",
                    "192.168.255.255",
                    "::1",
                    "fc00::",
                    "fdff:ffff::1",
                    "::ffff:127.0.0.1",
                    "::ffff:192.168.1.5",
                    "64:ff9b::10.0.0.1",
                    "64:ff9b::127.0.0.1",
                ],
            ),
            (
                AddressScope::Reserved,
                &[
                    "100.100.100.200",
                    "fd00:ec2::254",
                    "0.0.0.0",
                    "0.255.255.255",
                    "169.254.0.0",
                    "169.254.169.254",
                    "169.254.255.255",
                    "192.0.0.1",
                    "192.0.2.255",
                    "192.88.99.1",
                    "198.18.0.0",
                    "198.19.255.255",
                    "198.51.100.7",
                    "203.0.113.7",
                    "224.0.0.1",
                    "239.255.255.255",
                    "240.0.0.0",
                    "255.255.255.255",
                    "::",
                    "::7f00:1",
                    "::ffff:0.0.0.0",
                    "::ffff:169.254.169.254",
                    "64:ff9b::169.254.169.254",
                    "64:ff9b:1::1.1.1.1",
                    "100::1",
                    "2001::1",
                    "2001:1ff::1",
                    "2001:db8::1",
                    "2002:7f00:1::",
                    "2002:101:101::1",
                    "3fff::1",
                    "4000::1",
                    "5f00::1",
                    "fe80::1",
                    "fec0::1",
                    "ff02::1",
                ],
            ),
        ];
        for (scope, addresses) in table {
            for address in addresses {
                assert_eq!(AddressScope::of(address.parse().unwrap()), scope, "{address}");
            }
        }
    }
}
