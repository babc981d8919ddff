//! How many callers there are, in all and from each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::domain::client_address::ClientAddress;

/// Counts callers at one door.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    most_of_one: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    of_one: HashMap<ClientAddress, usize>,
}

/// A place at the door, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    connections: Arc<Connections>,
    address: Option<ClientAddress>,
}

impl Connections {
    pub(crate) fn new(most: u32, most_of_one: u32) -> Arc<Self> {
        let open = Mutex::default();
        Arc::new(Self { most: most as usize, most_of_one: most_of_one as usize, open })
    }

    /// A place for a caller, by the address that they come from, if they have one; `None` when there is none left.
    pub(crate) fn enter(self: &Arc<Self>, from: Option<IpAddr>) -> Option<Place> {
        let address = from.map(ClientAddress::from);
        let mut open = self.open.lock();
        let own = address.map_or(0, |address| open.of_one.get(&address).copied().unwrap_or(0));
        if open.all >= self.most || (address.is_some() && own >= self.most_of_one) {
            return None;
        }
        open.all += 1;
        if let Some(address) = address {
            open.of_one.insert(address, own + 1);
        }
        Some(Place { connections: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock();
        open.all -= 1;
        if let Some(address) = self.address {
            let left = open.of_one.get(&address).map_or(0, |own| own - 1);
            if left == 0 {
                open.of_one.remove(&address);
            } else {
                open.of_one.insert(address, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_few_and_fewer_for_one_network() {
        let connections = Connections::new(4, 2);
        let enter = |address: &str| connections.enter(Some(address.parse().unwrap()));
        let (one, _two) = (enter("2001:db8::1").unwrap(), enter("2001:db8::2").unwrap());
        assert!(enter("2001:db8::3").is_none());
        let others = [enter("192.0.2.1").unwrap(), enter("192.0.2.2").unwrap()];
        assert!(enter("192.0.2.3").is_none() && connections.enter(None).is_none());
        drop(one);
        assert!(enter("2001:db8::3").is_some());
        drop(others);
        assert_eq!(connections.open.lock().of_one.len(), 1);
    }
}
