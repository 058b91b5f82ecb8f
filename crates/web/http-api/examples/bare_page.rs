//! The floor of the dashboard's benchmark: a bare axum server that returns a file as a page.
//! Usage: `bare_page ADDRESS FILE`

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err(std::io::Error::other("usage: bare_page ADDRESS FILE"));
    };
    let page = Bytes::from(std::fs::read(file)?);
    let listener = tokio::net::TcpListener::bind(address).await?;
    let handler = move || async move { ([(CONTENT_TYPE, "text/html; charset=utf-8")], page) };
    axum::serve(listener, Router::new().route("/", get(handler))).await
}
