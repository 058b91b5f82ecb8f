//! Bytes on a socket, for requests that no client library would send.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use testkit::TestServer;

pub(crate) fn connect(server: &TestServer) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

/// Sends bytes and reads until the server closes the connection or has answered.
pub(crate) fn exchange(server: &TestServer, request: &[u8]) -> String {
    let mut stream = connect(server);
    stream.write_all(request).unwrap();
    answer(&mut stream)
}

pub(crate) fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset after the answer is as good as an end.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
