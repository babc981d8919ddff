/** Value of a cookie of this page. The Cookie Store API is missing on plain http and on e-readers. */
export const readCookie = (name: string): string | undefined =>
  document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1]
