//! Phrases and reactions at tables.

use crate::common::{Server, watch};
use sarsen_core::Seat;
use sarsen_protocol::{Ask, AskKind, RefusalCode, Speech, Tell};

fn say(seat: Option<u8>, speech: Speech) -> impl Fn(u32) -> Ask {
    move |id| Ask { id: Some(id), seat, kind: AskKind::Say { speech } }
}

fn spoken(tell: &Tell) -> Option<(Seat, Speech)> {
    match tell {
        Tell::Spoken { seat, speech } => Some((*seat, *speech)),
        _ => None,
    }
}

#[tokio::test]
async fn phrases_reach_everybody_and_are_not_stored() {
    let server = Server::new().await;
    let (table, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    let mut eve = server.connect(&table, watch()).await;
    let number = ada.number;
    ada.ask(AskKind::Say { speech: Speech::GoodLuck }.into()).await;
    for client in [&mut ada, &mut bo, &mut eve] {
        assert_eq!(client.until(spoken).await, (Seat::ONE, Speech::GoodLuck));
    }
    bo.request(say(Some(2), Speech::Thanks)).await.unwrap();
    assert_eq!(ada.until(spoken).await, (Seat::TWO, Speech::Thanks));
    assert_eq!(ada.number, number, "the log has not moved");
    let late = server.connect(&table, watch()).await;
    assert_eq!(late.welcome.unwrap().number, number);
}

#[tokio::test]
async fn only_seated_players_speak_and_only_for_their_own_seat() {
    let server = Server::new().await;
    let (table, [mut ada, _bo]) = server.two_at("stonehenge", &[]).await;
    let mut eve = server.connect(&table, watch()).await;
    for refusal in [
        eve.request(say(None, Speech::Hello)).await,
        eve.request(say(Some(1), Speech::Hello)).await,
        ada.request(say(Some(2), Speech::Hello)).await,
    ] {
        assert_eq!(refusal.unwrap_err().code, RefusalCode::NoRight);
    }
}

#[tokio::test]
async fn nobody_floods_the_table() {
    let server = Server::new().await;
    let (_, [mut ada, mut bo]) = server.two_at("stonehenge", &[]).await;
    for _ in 0..4 {
        ada.request(say(None, Speech::Applause)).await.unwrap();
    }
    let refusal = ada.request(say(None, Speech::Applause)).await.unwrap_err();
    assert_eq!(refusal.code, RefusalCode::TooFast);
    bo.request(say(None, Speech::Smile)).await.unwrap();
}
