//! Topics by id, and by the skeletons of their codes.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, TextHash};
use super::tables::{TOPICS, TOPICS_BY_SKELETON};
use crate::domain::id::TopicId;
use crate::domain::search::Subject;
use crate::domain::topic::{Topic, TopicCode};

impl ReadTx {
    pub fn topic(&self, id: TopicId) -> Result<Option<Topic>> {
        self.get(&TOPICS, &id)
    }

    /// Every topic, newest first.
    pub fn topics(&self) -> Result<Vec<Topic>> {
        let topics = self.scan_prefix(&TOPICS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(topics.into_iter().map(|(_, topic)| topic).collect())
    }

    /// Topic with this code, or with one that looks like it.
    pub fn topic_like(&self, code: &TopicCode) -> Result<Option<Topic>> {
        match self.get(&TOPICS_BY_SKELETON, &TextHash::from(&*code.skeleton()))? {
            Some(id) => self.topic(id),
            None => Ok(None),
        }
    }
}

impl WriteTx {
    /// Inserts or updates the topic. No other topic may have a code that looks like its own.
    pub fn put_topic(&mut self, topic: &Topic) -> Result<()> {
        self.record_change(Subject::Topic(topic.id))?;
        if let Some(before) = self.topic(topic.id)? {
            self.remove(&TOPICS_BY_SKELETON, &TextHash::from(&*before.code.skeleton()))?;
        }
        self.put(&TOPICS_BY_SKELETON, &TextHash::from(&*topic.code.skeleton()), &topic.id)?;
        self.put(&TOPICS, &topic.id, topic)
    }

    pub fn remove_topic(&mut self, topic: &Topic) -> Result<()> {
        self.record_change(Subject::Topic(topic.id))?;
        self.remove(&TOPICS_BY_SKELETON, &TextHash::from(&*topic.code.skeleton()))?;
        self.remove(&TOPICS, &topic.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::Timestamp;
    use crate::store::Store;

    #[test]
    fn topic_is_found_by_confusable_codes() {
        const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
        let code = |text: &str| TopicCode::parse(text).unwrap();
        let store = Store::in_memory().unwrap();
        let topic = |text: &str| Topic {
            id: TopicId::new(NOW, [1; 10]),
            name: "Letters".into(),
            code: code(text),
            created_at: NOW,
        };
        store.write(|tx| tx.put_topic(&topic("good-ink"))).unwrap();
        store.write(|tx| tx.put_topic(&topic("letters"))).unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.topic_like(&code("1etters")).unwrap(), Some(topic("letters")));
        assert_eq!(tx.topic_like(&code("good-ink")).unwrap(), None);
        assert_eq!(tx.topics().unwrap().len(), 1);
        drop(tx);
        store.write(|tx| tx.remove_topic(&topic("letters"))).unwrap();
        assert_eq!(store.read().unwrap().topic_like(&code("letters")).unwrap(), None);
    }
}
