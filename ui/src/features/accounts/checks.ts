/** Validators of the fields of an account: each returns an error message, or undefined. */
import type { Check } from '../../ui/form-context'

/** Characters that a username cannot contain. The server checks the same rules. */
const FORBIDDEN_IN_USERNAME = /[@.+/\\#]/

export const USERNAME_INVALID = 'Username is invalid, special characters not allowed'

export const checkUsername: Check = (value) => {
  if (!value.trim()) return 'Enter a username.'
  return hasForbidden(value) ? USERNAME_INVALID : undefined
}

export const hasForbidden = (username: string) => FORBIDDEN_IN_USERNAME.test(username)

export const checkPassword: Check = (value) => {
  if (!value) return 'Enter a password.'
  // Counts characters as people see them, not UTF-16 units.
  return Array.from(value).length < 8 ? 'Password must be at least 8 characters long' : undefined
}

export const checkCurrentPassword: Check = (value, all) =>
  value ? checkPassword(value, all) : 'Enter your current password.'

export const checkConfirmation: Check = (value, all) => {
  if (!value) return 'Repeat the password.'
  return value === all.password ? undefined : 'Passwords do not match'
}

/** Maximum length of a username that is made of a name, in characters: a number may follow it. */
const MAX_PROPOSAL_LENGTH = 29
const MAX_PROPOSALS = 5

/** Usernames made of a name, best first: "Ana María López" becomes "ana-maría-lópez". None for a name without letters. */
export function usernamesFor(name: string): string[] {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
  const letters = Array.from(words.filter(Boolean).join('-'))
  const stem = letters.slice(0, MAX_PROPOSAL_LENGTH).join('').replace(/-+$/, '')
  if (!stem) return []
  return Array.from({ length: MAX_PROPOSALS }, (_, at) => (at ? `${stem}-${at + 1}` : stem))
}

/** Capitalises each word: "ana MARIA" becomes "Ana Maria". */
export const capitalised = (name: string): string =>
  name.trim().replace(/\S+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())

/** Maximum length of the name of a passkey or an API token, in characters. */
export const MAX_CREDENTIAL_NAME = 40

export const checkCredentialName: Check = (value) => (value.trim() ? undefined : 'Enter a name.')
