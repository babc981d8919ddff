//! API tokens, stored under the hashes of their secrets, with an index by account.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_hash};
use super::tables::{API_TOKENS, API_TOKENS_OF_ACCOUNT};
use crate::domain::api_token::ApiToken;
use crate::domain::id::AccountId;
use crate::domain::secret::SecretHash;

impl ReadTx {
    pub fn api_token(&self, secret: SecretHash) -> Result<Option<ApiToken>> {
        self.get(&API_TOKENS, &secret)
    }

    /// API tokens of the account, oldest first; some may have expired.
    pub fn api_tokens_of(&self, account: AccountId) -> Result<Vec<(SecretHash, ApiToken)>> {
        let mut tokens = Vec::new();
        let index = &API_TOKENS_OF_ACCOUNT;
        for (key, ()) in self.scan_prefix(index, &account, Order::Ascending, usize::MAX)? {
            let secret = last_hash(&key);
            tokens.extend(self.api_token(secret)?.map(|token| (secret, token)));
        }
        tokens.sort_by_key(|(_, token)| token.id);
        Ok(tokens)
    }

    /// All API tokens, oldest first; some may have expired.
    pub fn api_tokens(&self) -> Result<Vec<(SecretHash, ApiToken)>> {
        let all = self.scan_prefix(&API_TOKENS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let mut tokens: Vec<_> =
            all.into_iter().map(|(key, token)| (last_hash(&key), token)).collect();
        tokens.sort_by_key(|(_, token)| token.id);
        Ok(tokens)
    }
}

impl WriteTx {
    pub fn put_api_token(&mut self, secret: SecretHash, token: &ApiToken) -> Result<()> {
        self.put(&API_TOKENS_OF_ACCOUNT, &(token.account, secret), &())?;
        self.put(&API_TOKENS, &secret, token)
    }

    /// Removes a token. An unknown one is no error.
    pub fn remove_api_token(&mut self, secret: SecretHash) -> Result<()> {
        if let Some(token) = self.api_token(secret)? {
            self.remove(&API_TOKENS_OF_ACCOUNT, &(token.account, secret))?;
            self.remove(&API_TOKENS, &secret)?;
        }
        Ok(())
    }

    pub fn remove_api_tokens_of(&mut self, account: AccountId) -> Result<()> {
        let tokens = self.api_tokens_of(account)?;
        tokens.into_iter().try_for_each(|(secret, _)| self.remove_api_token(secret))
    }
}
