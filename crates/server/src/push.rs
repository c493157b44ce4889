//! "Your turn" for players who are not connected, by Web Push.
//!
//! A browser that allows notifications gives the page an address at its maker's push service. The server sends to that address,
//! encrypted for the browser (RFC 8291) and signed with the operator's key (VAPID, RFC 8292). It is our own small implementation
//! on `ring`, which is compiled in for TLS anyway: the crates for Web Push bring an HTTP client and a second set of cryptography.
//!
//! Invariant: by default the server connects to public addresses over TLS only, so that nobody can make it ask something of its own
//! network. The address is looked up once, checked, and then connected to; redirects are not followed.

mod encrypt;
mod endpoint;
mod key;
mod send;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sarsen_core::{Lang, Phrase};
use sarsen_protocol::PushSubscription;
use sarsen_session::Reminder;
use sarsen_store::Note;
use tokio::sync::Semaphore;

use crate::app_state::AppState;
use crate::limits::Bucket;
use endpoint::Endpoint;
pub use key::{PushKey, PushKeyError};
use send::Sent;

/// What subscriptions are called in the store.
pub(crate) const KIND: &str = "push";

/// The most messages that wait to be sent; more are dropped, because people also see their turns in the list.
const QUEUE: usize = 1024;

/// The most that are sent at a time.
const AT_ONCE: usize = 8;

/// How often a player is reminded, in the long run and at once.
const PER_SECOND: f64 = 0.1;
const BURST: f64 = 10.0;

/// The rate limits of at most this many players are kept; beyond that, those who have not been reminded recently are dropped.
const MAX_RATES: usize = 10_000;

/// How a server sends to browsers that are not open.
#[derive(Clone, Debug)]
pub struct PushOptions {
    /// The operator's key.
    pub key: Arc<PushKey>,
    /// How push services reach the operator: `mailto:` or `https:`.
    pub contact: String,
    /// Whether addresses of this machine and its network are sent to, also without TLS: for tests.
    pub allow_local: bool,
}

/// The part of a server that reminds people of their turns.
pub(crate) struct Push {
    pub(crate) options: PushOptions,
    rates: Mutex<HashMap<String, Bucket>>,
    /// Permits for reminders that wait or are being sent.
    waiting: Arc<Semaphore>,
    /// Permits for those that are being sent.
    sending: Semaphore,
}

impl Push {
    pub(crate) fn new(options: PushOptions) -> Push {
        Push {
            options,
            rates: Mutex::default(),
            waiting: Arc::new(Semaphore::new(QUEUE)),
            sending: Semaphore::new(AT_ONCE),
        }
    }

    /// Whether a subscription can be sent to.
    pub(crate) fn accepts(&self, subscription: &PushSubscription) -> bool {
        let endpoint = Endpoint::parse(&subscription.endpoint, self.options.allow_local);
        endpoint.is_some() && encrypt::Recipient::read(subscription).is_some()
    }

    fn may_remind(&self, player: &str) -> bool {
        let now = Instant::now();
        // Every change is to one number, so a panic elsewhere leaves it usable.
        let mut rates = self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        if rates.len() >= MAX_RATES {
            rates.retain(|_, bucket| !bucket.is_full(now));
        }
        let bucket = rates.entry(player.to_owned());
        bucket.or_insert_with(|| Bucket::new(PER_SECOND, BURST, now)).take(now)
    }
}

/// Reminds a player in the background.
pub(crate) fn remind(app: &Arc<AppState>, reminder: Reminder) {
    let Some(push) = app.push.as_ref().filter(|push| push.may_remind(&reminder.who.0)) else {
        return;
    };
    let Ok(place) = Arc::clone(&push.waiting).try_acquire_owned() else {
        return tracing::warn!("a reminder was dropped: too many wait to be sent");
    };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let Some(push) = &app.push else { return };
        // The semaphore is never closed.
        let _turn = push.sending.acquire().await;
        send_all(&app, &reminder).await;
        drop(place);
    });
}

/// Sends to every browser of a player.
async fn send_all(app: &AppState, reminder: &Reminder) {
    let notes = match app.store.notes_of(KIND, &reminder.who.0).await {
        Ok(notes) => notes,
        Err(error) => return tracing::warn!(%error, "the browsers of a player cannot be found"),
    };
    let now = app.sources.now();
    for note in notes.into_iter().filter(|note| note.expires > now) {
        send_one(app, &note, reminder).await;
    }
}

async fn send_one(app: &AppState, note: &Note, reminder: &Reminder) {
    let Some(push) = &app.push else { return };
    let Ok(subscription) = serde_json::from_str::<PushSubscription>(&note.text) else { return };
    let lang = subscription.lang.parse().unwrap_or(Lang::En);
    let text = message(reminder, lang).to_string();
    match send::send(&push.options, &subscription, &text, &reminder.table).await {
        Ok(Sent::Accepted) => {}
        // The browser has taken its permission back, or is gone.
        Ok(Sent::Gone) => {
            let _ = app.store.remove_note(KIND, &note.id).await;
        }
        // The address tells nobody who the player is, but is a secret of the browser all the same.
        Err(error) => tracing::warn!(%error, "a push service did not take a message"),
    }
}

/// What the service worker shows, in the language of the browser that it goes to.
fn message(reminder: &Reminder, lang: Lang) -> serde_json::Value {
    let game = sarsen_catalog::game(&reminder.game);
    let title = game.map_or("Sarsen", |game| game.spec().name.in_lang(lang));
    let against =
        Phrase::new("Your turn against", "À vous de jouer contre", "あなたの番です。相手:");
    let alone = Phrase::new("Your turn", "À vous de jouer", "あなたの番です");
    let body = match reminder.others.as_slice() {
        [] => alone.in_lang(lang).to_owned(),
        others => format!("{} {}", against.in_lang(lang), others.join(", ")),
    };
    serde_json::json!({ "title": title, "body": body, "table": reminder.table })
}

/// How long a push service may take.
const PATIENCE: Duration = Duration::from_secs(10);
