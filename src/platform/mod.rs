//! Mechanisms under their usual names, which know nothing of the product.

pub mod accept_loop;
pub mod address_scope;
pub mod atomic_file;
pub mod bounded_semaphore;
pub mod clock;
pub mod connection_limiter;
pub mod disk_space;
pub mod event_bus;
pub mod expiring_map;
pub mod fair_semaphore;
pub mod file_system;
pub mod in_flight;
pub mod net_probe;
pub mod outgoing_http;
pub mod rate_limit;
pub mod state_map;
pub mod system_resources;
pub mod tcp_port;
pub mod unix_socket;
pub mod versioned_cache;
pub mod wake_signal;

pub use bounded_semaphore::BoundedSemaphore;
pub use connection_limiter::{ConnectionLimiter, ConnectionPermit};
pub use event_bus::{EventBus, Subscription};
pub use expiring_map::{ExpiringMap, ValidEntries};
pub use fair_semaphore::FairSemaphore;
pub use in_flight::{InFlight, InFlightGuard};
pub use state_map::StateMap;
pub use versioned_cache::VersionedCache;
pub use wake_signal::WakeSignal;
