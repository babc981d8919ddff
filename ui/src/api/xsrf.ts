/**
 * The server sets a readable cookie and wants it back in a header of every call that changes
 * something: only a page of its own origin can read it.
 */
export const XSRF_HEADER = 'X-XSRF-TOKEN'

export function xsrfToken(): string {
  return document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1] ?? ''
}
