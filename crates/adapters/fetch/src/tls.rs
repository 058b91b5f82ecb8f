//! TLS: the public roots, our one cryptography library, and HTTP/2 where both sides support it.

use std::sync::Arc;

use rustls::client::Resumption;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use tokio_rustls::TlsConnector;

use crate::rules::RulesError;

/// The ALPN name of HTTP/2.
pub(crate) const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// A connector that trusts the public roots and `extra`.
pub(crate) fn connector(extra: &[CertificateDer<'static>]) -> Result<TlsConnector, RulesError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for certificate in extra {
        roots.add(certificate.clone())?;
    }
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    // Every fetch is measured as a first page load.
    config.resumption = Resumption::disabled();
    Ok(TlsConnector::from(Arc::new(config)))
}
