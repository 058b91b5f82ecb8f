//! A server on loopback that records requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver as Inbox, Sender, channel};
use std::thread;

/// A request as received.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    inbox: Inbox<Received>,
}

impl Receiver {
    /// Starts to listen; ends with the process.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, inbox) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                answer(stream.unwrap(), &sender);
            }
        });
        Self { url, inbox }
    }

    /// All requests received so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.inbox.try_iter().collect()
    }
}

fn answer(stream: TcpStream, sender: &Sender<Received>) {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut words = line.split_whitespace().map(str::to_owned);
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return };
    let mut received = Received { method, target, headers: Vec::new(), body: Vec::new() };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        received.headers.push((name.to_owned(), value.to_owned()));
    }
    if received.header("expect").is_some() {
        reader.get_mut().write_all(b"HTTP/1.1 100 Continue\r\n\r\n").unwrap();
    }
    let length = received.header("content-length").map_or(0, |length| length.parse().unwrap());
    received.body.resize(length, 0);
    reader.read_exact(&mut received.body).unwrap();
    // It is recorded before the client can continue.
    sender.send(received).unwrap();
    let reply = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\nConnection: close\r\n\r\n{\"success\":true}";
    reader.get_mut().write_all(reply).unwrap();
}
