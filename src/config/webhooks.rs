//! Settings of webhooks.

use serde::{Deserialize, Serialize};

/// Webhooks: requests to other servers about what happens in the community.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Webhooks {
    /// Whether webhooks may go to private networks and to this machine, such as `http://192.168.1.5:8080/`, and without encryption. Only admins add webhooks. Link-local addresses are never allowed, because clouds serve credentials there.
    pub allow_private_networks: bool,
}
