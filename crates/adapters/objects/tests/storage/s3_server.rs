//! A real S3 server inside the test: it stores files and checks signatures.

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

pub(crate) const BUCKET: &str = "pictures";
pub(crate) const KEY_ID: &str = "AKIATESTS";
pub(crate) const SECRET: &str = "the right secret";

/// A running S3 server. It stops when dropped.
pub(crate) struct S3Server {
    pub(crate) endpoint: String,
    pub(crate) root: TempDir,
    _tasks: JoinSet<()>,
}

impl S3Server {
    pub(crate) async fn start() -> Self {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(root.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY_ID, SECRET));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener, builder.build()));
        Self { endpoint, root, _tasks: tasks }
    }
}

async fn serve(listener: TcpListener, service: S3Service) {
    let mut connections = JoinSet::new();
    loop {
        let (socket, _) = listener.accept().await.unwrap();
        let service = service.clone();
        connections.spawn(async move {
            let http = Builder::new(TokioExecutor::new());
            // The client may disconnect at any time.
            let _ = http.serve_connection(TokioIo::new(socket), service).await;
        });
    }
}
