//! Unix sockets for clients on this machine.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

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
    match fs::symlink_metadata(path) {
        Ok(left) if !left.file_type().is_socket() => {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a socket"));
        }
        Ok(_) if UnixStream::connect(path).is_ok() => {
            return Err(io::Error::new(io::ErrorKind::AddrInUse, "another server listens there"));
        }
        Ok(_) => fs::remove_file(path)?,
        Err(_) => {}
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o660))?;
    listener.set_nonblocking(true)?;
    Ok(Socket { listener, path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use std::fs::File;

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
}
