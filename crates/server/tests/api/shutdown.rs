//! When the server stops, running calls end normally.

use std::io::Write;

use crate::raw::{answer, connect};
use crate::support::{builder, server};

#[tokio::test]
async fn a_running_call_is_answered_and_new_ones_are_not_accepted() {
    let mut server = server();
    let body = r#"{"endpoint":"seo/audit"}"#;
    let mut stream = connect(&server);
    write!(
        stream,
        "POST /v1/estimate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        server.live_key,
        body.len()
    )
    .unwrap();
    // The server requests the body only once the call is running.
    let mut interim = [0_u8; 25];
    std::io::Read::read_exact(&mut stream, &mut interim).unwrap();
    assert!(interim.starts_with(b"HTTP/1.1 100"));

    server.terminate();
    while std::net::TcpStream::connect(server.address()).is_ok() {
        std::thread::sleep(testkit::BETWEEN_LOOKS);
    }
    stream.write_all(body.as_bytes()).unwrap();
    let reply = answer(&mut stream);
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    assert!(server.wait(), "{}", server.log());
}

#[tokio::test]
async fn idle_connections_do_not_delay_the_end() {
    let mut server = server();
    let idle = connect(&server);
    server.terminate();
    assert!(server.wait());
    drop(idle);
}

#[tokio::test]
async fn a_call_that_never_ends_is_cut_after_the_grace_period() {
    let mut server = builder().set("LIMITS__SHUTDOWN_SECONDS", "1").start();
    let mut stream = connect(&server);
    write!(
        stream,
        "POST /v1/estimate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: 10\r\n\r\n",
        server.live_key
    )
    .unwrap();
    std::io::Read::read_exact(&mut stream, &mut [0_u8; 25]).unwrap();
    server.terminate();
    assert!(server.wait());
}
