//! Why a store could not be opened.

use std::path::PathBuf;

use thiserror::Error;

/// Why a database could not be opened. It is left untouched.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder cannot be created, or the file cannot be opened.
    #[error("{path}: cannot be opened")]
    Io {
        /// The path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A later version of the program made it.
    #[error(
        "{path}: was written by a later version of Sarsen (format {found}, this one knows up to {known}). \
         Use that version, or another folder with --data."
    )]
    Newer {
        /// The path.
        path: PathBuf,
        /// The format of the file.
        found: u32,
        /// The format of this program.
        known: u32,
    },
    /// It is not a Sarsen database, or a damaged one.
    #[error(
        "{path}: is damaged or not a Sarsen database ({what}). It has been left as it is; restore a copy, or use \
         another folder with --data."
    )]
    Damaged {
        /// The path.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Another process is using it.
    #[error("{path}: is in use by another Sarsen. Stop it, or use another folder with --data.")]
    Locked {
        /// The path.
        path: PathBuf,
    },
    /// The database server cannot be reached.
    #[error("there is no PostgreSQL at {server}: {why}. Start it, or name another with --store.")]
    Unreachable {
        /// The address that was tried.
        server: String,
        /// The reason.
        why: String,
    },
    /// The database server rejects this user.
    #[error(
        "{url}: the server does not let {user} in ({says}). Check the user and the password in --store."
    )]
    Denied {
        /// The database, without a password.
        url: String,
        /// The user.
        user: String,
        /// What the server says.
        says: String,
    },
    /// The server has no such database.
    #[error("{url}: {says}. Make it first: CREATE DATABASE … ENCODING 'UTF8'.")]
    NoDatabase {
        /// The database, without a password.
        url: String,
        /// What the server says.
        says: String,
    },
    /// The database cannot be used.
    #[error("{url}: cannot be used: {says}")]
    Database {
        /// The database, without a password.
        url: String,
        /// What is wrong.
        says: String,
    },
    /// A later version of the program made the database.
    #[error(
        "{url}: was written by a later version of Sarsen (format {found}, this one knows up to {known}). It has been left as \
         it is; use that version, or another database with --store."
    )]
    NewerDatabase {
        /// The database, without a password.
        url: String,
        /// The format of the database.
        found: u32,
        /// The format of this program.
        known: u32,
    },
    /// Other nodes use the database whose events this one would not receive.
    #[error(
        "{url}: is in use by the node {other}, {why}. Stop it, or use another database with --store."
    )]
    OtherCluster {
        /// The database, without a password.
        url: String,
        /// The other node.
        other: String,
        /// What does not match.
        why: String,
    },
}
