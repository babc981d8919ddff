//! Publish and subscribe within the process. Events are not stored: a subscriber sees what is published after it subscribed.

use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::connection_limiter::{ConnectionLimiter, ConnectionPermit};

/// Events kept for a slow subscriber. One that falls further behind receives [`RecvError::Lagged`].
const CHANNEL_CAPACITY: usize = 1024;

/// Broadcast of events `E` to subscribers, whose number is limited in all and for each key `K`.
pub struct EventBus<E, K> {
    /// `None` after [`Self::close`].
    sender: Mutex<Option<broadcast::Sender<E>>>,
    subscribers: Arc<ConnectionLimiter<K>>,
}

/// Receiving end of an [`EventBus`].
pub struct Subscription<E, K: Eq + Hash> {
    receiver: broadcast::Receiver<E>,
    _permit: ConnectionPermit<K>,
}

impl<E: Clone, K: Eq + Hash + Clone> EventBus<E, K> {
    pub fn new(max_subscribers: u32, max_subscribers_per_key: u32) -> Self {
        let sender = Mutex::new(Some(broadcast::Sender::new(CHANNEL_CAPACITY)));
        let subscribers = ConnectionLimiter::new(max_subscribers, max_subscribers_per_key);
        Self { sender, subscribers }
    }

    /// Sends an event to all subscribers, if there are any.
    pub fn publish(&self, event: E) {
        if let Some(sender) = &*self.sender.lock() {
            let _ = sender.send(event);
        }
    }

    /// `None` when the bus is closed or a limit of subscribers is reached.
    pub fn subscribe(&self, key: K) -> Option<Subscription<E, K>> {
        let sender = self.sender.lock();
        let sender = sender.as_ref()?;
        let permit = self.subscribers.try_acquire(Some(key))?;
        Some(Subscription { receiver: sender.subscribe(), _permit: permit })
    }

    pub fn subscriber_count(&self) -> usize {
        self.sender.lock().as_ref().map_or(0, broadcast::Sender::receiver_count)
    }

    /// Ends all subscriptions; later events are dropped.
    pub fn close(&self) {
        self.sender.lock().take();
    }
}

impl<E: Clone, K: Eq + Hash> Subscription<E, K> {
    /// Waits for the next event.
    ///
    /// # Errors
    /// [`RecvError::Lagged`] when events were missed, [`RecvError::Closed`] when the bus was closed.
    pub async fn recv(&mut self) -> Result<E, RecvError> {
        self.receiver.recv().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_subscription_makes_room_for_another() {
        let bus = EventBus::<(), _>::new(4, 2);
        let mut subscriptions: Vec<_> = (0..2).map(|_| bus.subscribe("a").unwrap()).collect();
        assert!(bus.subscribe("a").is_none());
        assert!(bus.subscribe("b").is_some());
        subscriptions.pop();
        assert!(bus.subscribe("a").is_some());
    }

    #[tokio::test]
    async fn closed_bus_ends_its_subscriptions() {
        let bus = EventBus::new(4, 2);
        let mut subscription = bus.subscribe("a").unwrap();
        bus.publish(7);
        assert_eq!((subscription.recv().await, bus.subscriber_count()), (Ok(7), 1));
        bus.close();
        assert_eq!(subscription.recv().await, Err(RecvError::Closed));
        assert!(bus.subscribe("b").is_none());
    }
}
