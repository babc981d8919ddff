//! What has just changed in the threads, for those who watch. Nothing is kept: who comes later asks the store.

use parking_lot::Mutex;
use tokio::sync::broadcast;

use crate::domain::id::{PostId, TopicId};

/// Whoever falls further behind is told so, and looks at everything again.
const BEHIND: usize = 1024;

/// A post that is shown, talked about, liked or gone in a topic, since just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    pub topic: TopicId,
    pub post: PostId,
}

/// Tells everybody who watches.
pub struct News(Mutex<Option<broadcast::Sender<Changed>>>);

/// Hears what is told from now on.
pub type Watch = broadcast::Receiver<Changed>;

impl Default for News {
    fn default() -> Self {
        Self(Mutex::new(Some(broadcast::Sender::new(BEHIND))))
    }
}

impl News {
    pub fn tell(&self, changed: Changed) {
        if let Some(sender) = &*self.0.lock() {
            // Nobody has to listen.
            let _ = sender.send(changed);
        }
    }

    /// `None` when nothing will be told any more.
    pub fn watch(&self) -> Option<Watch> {
        self.0.lock().as_ref().map(broadcast::Sender::subscribe)
    }

    /// How many watch.
    pub fn watchers(&self) -> usize {
        self.0.lock().as_ref().map_or(0, broadcast::Sender::receiver_count)
    }

    /// Those who watch hear the end.
    pub fn close(&self) {
        self.0.lock().take();
    }
}
