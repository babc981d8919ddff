//! Unix sockets for clients on this machine.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// Path by which the system reaches a socket. The system accepts only about 100 bytes: a longer path is replaced by one through the
/// socket's folder, which stays open as long as this exists.
#[derive(Debug)]
pub struct SocketPath {
    path: PathBuf,
    _folder: Option<File>,
}

impl SocketPath {
    /// Checks the length of a path, and opens the folder of a long one.
    ///
    /// # Errors
    /// When the folder of a long path cannot be opened.
    pub fn new(path: &Path) -> io::Result<Self> {
        let Err(error) = SocketAddr::from_pathname(path) else {
            return Ok(Self { path: path.to_owned(), _folder: None });
        };
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(error);
        };
        let folder = File::open(parent)?;
        let path = Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(name);
        Ok(Self { path, _folder: Some(folder) })
    }
}

impl AsRef<Path> for SocketPath {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

/// Listening socket, whose file is removed when dropped.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Clone of the listener, in non-blocking mode.
    pub fn listener(&self) -> io::Result<UnixListener> {
        self.listener.try_clone()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Listens at a path, for the process's user and group (mode 0660). A socket without a listener, which a killed server has left,
/// is replaced; nothing else is removed.
///
/// # Errors
/// When another server listens at the path, another kind of file is there, or the socket cannot be created.
pub fn open(path: &Path) -> io::Result<Socket> {
    let reachable = SocketPath::new(path)?;
    match fs::symlink_metadata(path) {
        Ok(left) if !left.file_type().is_socket() => {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a socket"));
        }
        Ok(_) if UnixStream::connect(&reachable).is_ok() => {
            return Err(io::Error::new(io::ErrorKind::AddrInUse, "another server listens there"));
        }
        Ok(_) => fs::remove_file(path)?,
        Err(_) => {}
    }
    let listener = UnixListener::bind(&reachable)?;
    fs::set_permissions(path, Permissions::from_mode(0o660))?;
    listener.set_nonblocking(true)?;
    Ok(Socket { listener, path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_dead_socket_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("http.sock");
        let first = open(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o660);
        assert_eq!(open(&path).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        drop(first);
        assert!(!path.exists());
        // A killed server leaves its socket behind.
        drop(UnixListener::bind(&path).unwrap());
        assert!(path.exists());
        open(&path).unwrap();

        let file = folder.path().join("letter");
        File::create(&file).unwrap();
        assert_eq!(open(&file).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert!(file.exists());
    }
    #[test]
    fn socket_with_long_path_is_reached_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("a".repeat(200));
        fs::create_dir(&long).unwrap();
        let path = long.join("http.sock");
        let connect = || UnixStream::connect(SocketPath::new(&path)?);
        assert_eq!(connect().unwrap_err().kind(), io::ErrorKind::NotFound);
        let first = open(&path).unwrap();
        connect().unwrap();
        assert_eq!(open(&path).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        drop(first);
        assert!(!path.exists());
        drop(UnixListener::bind(SocketPath::new(&path).unwrap()).unwrap());
        open(&path).unwrap();

        let missing = long.join("missing").join("http.sock");
        assert_eq!(open(&missing).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
