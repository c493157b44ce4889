//! TLS with the certificates trusted by the machine.

use std::sync::{Arc, OnceLock};

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A client that trusts what the machine trusts: for the database here, and for the connections of the server. The
/// certificates are read once per process.
pub fn tls_connector() -> TlsConnector {
    static CONNECTOR: OnceLock<TlsConnector> = OnceLock::new();
    let connector = CONNECTOR.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        // Certificates that cannot be parsed are not trusted.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring knows the default versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        TlsConnector::from(Arc::new(config))
    });
    connector.clone()
}
