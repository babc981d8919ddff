//! What has just changed in the threads, for those who watch. Nothing is kept: who comes later asks the store.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::domain::client_address::ClientAddress;
use crate::domain::id::{PostId, TopicId};

/// Whoever falls further behind is told so, and looks at everything again.
const BEHIND: usize = 1024;
/// More watch nowhere at once: each takes some kilobytes.
const WATCHERS: usize = 4096;
/// A club may sit behind one address, but it leaves places for others.
const WATCHERS_OF_ADDRESS: usize = 1024;

/// A post that is shown, talked about, liked or gone in a topic, since just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    pub topic: TopicId,
    pub post: PostId,
}

/// Tells everybody who watches.
pub struct News {
    sender: Mutex<Option<broadcast::Sender<Changed>>>,
    places: Arc<Mutex<HashMap<ClientAddress, usize>>>,
}

/// Hears what is told from now on.
pub struct Watch {
    receiver: broadcast::Receiver<Changed>,
    _place: Place,
}

/// One of those that an address has; given back when it is dropped.
struct Place {
    places: Arc<Mutex<HashMap<ClientAddress, usize>>>,
    from: ClientAddress,
}

impl Default for News {
    fn default() -> Self {
        let sender = Mutex::new(Some(broadcast::Sender::new(BEHIND)));
        Self { sender, places: Arc::default() }
    }
}

impl News {
    pub fn tell(&self, changed: Changed) {
        if let Some(sender) = &*self.sender.lock() {
            // Nobody has to listen.
            let _ = sender.send(changed);
        }
    }

    /// `None` when nothing will be told any more, or too many watch already.
    pub fn watch(&self, from: ClientAddress) -> Option<Watch> {
        let sender = self.sender.lock();
        let sender = sender.as_ref().filter(|sender| sender.receiver_count() < WATCHERS)?;
        let mut places = self.places.lock();
        let taken = places.entry(from).or_default();
        if *taken >= WATCHERS_OF_ADDRESS {
            return None;
        }
        *taken += 1;
        let place = Place { places: Arc::clone(&self.places), from };
        Some(Watch { receiver: sender.subscribe(), _place: place })
    }

    /// How many watch.
    pub fn watchers(&self) -> usize {
        self.sender.lock().as_ref().map_or(0, broadcast::Sender::receiver_count)
    }

    /// Those who watch hear the end.
    pub fn close(&self) {
        self.sender.lock().take();
    }
}

impl Watch {
    /// Waits for what is told next.
    pub async fn recv(&mut self) -> Result<Changed, RecvError> {
        self.receiver.recv().await
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut places = self.places.lock();
        if let Entry::Occupied(mut taken) = places.entry(self.from) {
            *taken.get_mut() -= 1;
            if *taken.get() == 0 {
                taken.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn address(last: u8) -> ClientAddress {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into()
    }

    #[test]
    fn one_address_does_not_take_all_places() {
        let news = News::default();
        let mut watches: Vec<_> =
            (0..WATCHERS_OF_ADDRESS).map(|_| news.watch(address(1)).unwrap()).collect();
        assert!(news.watch(address(1)).is_none());
        assert!(news.watch(address(2)).is_some(), "others watch all the same");
        watches.pop();
        assert!(news.watch(address(1)).is_some(), "a place was given back");
        drop(watches);
        assert!(news.places.lock().is_empty(), "nobody is remembered who has left");
        news.close();
        assert!(news.watch(address(2)).is_none());
    }
}
