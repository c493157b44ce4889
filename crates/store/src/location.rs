//! The location of a store, as written on the command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// The location of a store.
///
/// ```
/// use sarsen_store::Location;
///
/// let file: Location = "sqlite:/srv/sarsen".parse()?;
/// assert_eq!(file.to_string(), "sqlite:/srv/sarsen");
/// let shared: Location = "postgres://sarsen:secret@db.example.org/games".parse()?;
/// assert_eq!(shared.to_string(), "postgres://sarsen@db.example.org:5432/games", "passwords are not shown");
/// assert!("mysql://db.example.org".parse::<Location>().is_err());
/// # Ok::<(), sarsen_store::LocationError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Location {
    /// A folder with a SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    Postgres(PostgresUrl),
}

/// The address of a PostgreSQL database. It is displayed without its password.
#[derive(Clone, PartialEq)]
pub struct PostgresUrl(pub(crate) Box<Config>);

/// Why a text is not a location.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LocationError {
    /// An unknown scheme.
    #[error("a store is sqlite:DIR or postgres://USER:PASSWORD@HOST:PORT/DATABASE")]
    Unknown,
    /// No folder is given.
    #[error("sqlite: needs a folder, as in sqlite:/srv/sarsen")]
    NoFolder,
    /// Not a valid database address. The reason does not repeat the address, which may contain a password.
    #[error(
        "this is not the address of a PostgreSQL database ({0}); it looks like postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )]
    Url(String),
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Location, LocationError> {
        if let Some(folder) = text.strip_prefix("sqlite:") {
            let folder = PathBuf::from(folder);
            let empty = folder.as_os_str().is_empty();
            return if empty { Err(LocationError::NoFolder) } else { Ok(Location::Sqlite(folder)) };
        }
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(LocationError::Unknown);
        }
        let config: Config = text.parse().map_err(|error: tokio_postgres::Error| {
            let source = std::error::Error::source(&error).map(ToString::to_string);
            LocationError::Url(source.unwrap_or_else(|| error.to_string()))
        })?;
        let missing = |what: &str| LocationError::Url(format!("it names no {what}"));
        if config.get_hosts().is_empty() {
            return Err(missing("host"));
        }
        // The rest of the password would be shown as the host.
        if config
            .get_hosts()
            .iter()
            .any(|host| matches!(host, Host::Tcp(name) if name.contains('@')))
        {
            let says = "an @ in the password is written %40".to_owned();
            return Err(LocationError::Url(says));
        }
        if config.get_dbname().is_none_or(str::is_empty) {
            return Err(missing("database"));
        }
        if config.get_user().is_none_or(str::is_empty) {
            return Err(missing("user"));
        }
        Ok(Location::Postgres(PostgresUrl(Box::new(config))))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Sqlite(folder) => write!(f, "sqlite:{}", folder.display()),
            Location::Postgres(url) => write!(f, "{url}"),
        }
    }
}

impl PostgresUrl {
    /// The user who connects.
    pub(crate) fn user(&self) -> &str {
        self.0.get_user().unwrap_or_default()
    }

    /// The server without the database.
    pub(crate) fn server(&self) -> String {
        let ports = self.0.get_ports();
        let host = |(index, host): (usize, &Host)| {
            let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
            match host {
                Host::Tcp(name) => format!("{name}:{port}"),
                #[cfg(unix)]
                Host::Unix(path) => format!("{}:{port}", path.display()),
            }
        };
        self.0.get_hosts().iter().enumerate().map(host).collect::<Vec<_>>().join(",")
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let database = self.0.get_dbname().unwrap_or_default();
        write!(f, "postgres://{}@{}/{database}", self.user(), self.server())
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
