use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::account::path_of;
use crate::{AccountRoutes, Result};

/// A saved login. No route shows its cookies.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// ISO 8601 in UTC.
    pub saved_at: String,
    /// The session that saved it.
    pub session: String,
    /// Its size.
    pub bytes: u64,
    /// Their number.
    pub cookies: u64,
    /// `None` if it cannot be read any more.
    pub origins: Option<Vec<String>>,
}

/// Saved logins.
impl AccountRoutes<'_> {
    /// Lists the saved logins.
    pub fn profiles(self) -> Result<Vec<Profile>> {
        self.member("GET", "/profiles", None, "profiles")
    }

    /// Reads a saved login.
    pub fn profile(self, name: &str) -> Result<Profile> {
        self.member("GET", &path_of("/profiles/", name), None, "profile")
    }

    /// Deletes a saved login. Sessions that loaded it keep it.
    pub fn delete_profile(self, name: &str) -> Result<()> {
        self.call::<Value>("DELETE", &path_of("/profiles/", name), None).map(drop)
    }
}
