//! Bytes on a socket, for requests that no client library would send.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use testkit::TestServer;

pub(crate) fn connect(server: &TestServer) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(testkit::HANG_LIMIT)).unwrap();
    stream
}

/// Sends bytes and reads until the server closes the connection.
pub(crate) fn exchange(server: &TestServer, request: &[u8]) -> String {
    let mut stream = connect(server);
    stream.write_all(request).unwrap();
    answer(&mut stream)
}

pub(crate) fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes) {
        // A reset after the answer counts as an end.
        let hangs = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!hangs, "the server does not close the connection");
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
