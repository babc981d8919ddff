//! Tests of deliveries, retries and pauses.

use super::*;

const NOW: Timestamp = Timestamp { seconds: 0, nanoseconds: 0 };
const ERROR: AttemptOutcome = AttemptOutcome::Rejected { status: 500, retry_after: None };

fn delivery() -> WebhookDelivery {
    WebhookDelivery {
        id: WebhookDeliveryId::new(NOW, [1; 10]),
        webhook: WebhookId::new(NOW, [2; 10]),
        event: WebhookEvent::Test,
        about: Vec::new(),
        body: "{}".into(),
        created_at: NOW,
        attempts: 0,
        last: None,
        state: DeliveryState::Pending { next_at: NOW },
    }
}

fn webhook() -> Webhook {
    Webhook {
        id: WebhookId::new(NOW, [2; 10]),
        url: WebhookUrl::parse("https://example.org/hook", UrlRules::default()).unwrap(),
        events: vec![WebhookEvent::BookPublished],
        created_at: NOW,
        paused: None,
        failing_since: None,
    }
}

#[test]
fn failing_delivery_ends_after_three_days() {
    let mut delivery = delivery();
    let mut now = NOW;
    let mut delays = Vec::new();
    while let Some(delay) = delivery.record(&ERROR, now) {
        assert!(!delivery.is_due(now) && delivery.is_due(now + delay));
        delays.push(delay.as_secs());
        now = now + delay;
    }
    assert_eq!(delivery.state, DeliveryState::Failed);
    assert_eq!(delays[..4], [30, 60, 120, 240]);
    assert_eq!(delays.last(), Some(&(6 * 60 * 60)));
    let hours = delays.iter().sum::<u64>() / 3600;
    assert!((72..80).contains(&hours), "{hours}");
}

#[test]
fn longer_delay_of_receiver_is_kept_within_limit() {
    for (wanted, kept) in [(5, 30), (600, 600), (1_000_000, 6 * 60 * 60)] {
        let retry_after = Some(Duration::from_secs(wanted));
        let outcome = AttemptOutcome::of_response(429, retry_after);
        let delay = delivery().record(&outcome, NOW).unwrap();
        assert_eq!(delay.as_secs(), kept);
    }
}

#[test]
fn only_status_of_two_hundreds_is_delivered() {
    for (status, state) in [
        (200, DeliveryState::Delivered),
        (204, DeliveryState::Delivered),
        (302, DeliveryState::Pending { next_at: NOW + Duration::from_secs(30) }),
        (404, DeliveryState::Pending { next_at: NOW + Duration::from_secs(30) }),
    ] {
        let mut delivery = delivery();
        delivery.record(&AttemptOutcome::of_response(status, None), NOW);
        assert_eq!(delivery.state, state, "{status}");
        assert_eq!(delivery.last.unwrap().status, Some(status));
    }
}

#[test]
fn webhook_pauses_when_gone_or_failing_for_days() {
    let mut gone = webhook();
    gone.record(&AttemptOutcome::of_response(410, None), NOW);
    assert_eq!(gone.paused.unwrap().reason, PauseReason::Gone);
    assert!(!gone.wants(WebhookEvent::BookPublished));

    let mut failing = webhook();
    let day = Duration::from_hours(24);
    failing.record(&ERROR, NOW);
    failing.record(&ERROR, NOW + 4 * day);
    assert_eq!((failing.paused, failing.failing_since), (None, Some(NOW)));
    failing.record(&AttemptOutcome::Delivered { status: 200 }, NOW + 4 * day);
    assert_eq!(failing.failing_since, None);
    failing.record(&AttemptOutcome::Unanswered("No.".into()), NOW + 5 * day);
    failing.record(&ERROR, NOW + 10 * day);
    assert_eq!(failing.paused.unwrap().reason, PauseReason::Failing);
    failing.resume();
    assert!(failing.wants(WebhookEvent::BookPublished));
    assert!(!failing.wants(WebhookEvent::MemoSubmitted));
}

#[test]
fn subscription_has_each_known_event_once() {
    let events = WebhookEvent::parse_all(["post.reported", "book.published", "post.reported"]);
    assert_eq!(events.unwrap(), [WebhookEvent::BookPublished, WebhookEvent::PostReported]);
    for names in [&["webhook.test"][..], &[], &["book.published", "book"]] {
        assert!(WebhookEvent::parse_all(names.iter().copied()).is_err(), "{names:?}");
    }
}
