/** Validators of fields: each returns an error message, or undefined. */
import { plural } from '../lib/format'
import type { Check } from './form-context'

/** Pattern of email addresses. The server checks it too. */
const EMAIL = /^(?=.{1,254}$)(?=.{1,64}@)[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/

export const required =
  (message: string): Check =>
  (value) =>
    value.trim() ? undefined : message

export const checkEmail: Check = (value) => {
  if (!value.trim()) return 'Email is required.'
  return EMAIL.test(value.trim()) ? undefined : 'Please enter a valid email address.'
}

/** Length of a trimmed text in Unicode characters, as the server counts it. */
export const countCharacters = (text: string) => [...text.trim().replace(/\r\n/g, '\n')].length

/** Error message for a text that is too long; undefined if it fits. */
export function tooLong(text: string, maxCharacters: number): string | undefined {
  const over = countCharacters(text) - maxCharacters
  return over > 0 ? plural(over, '1 character too many.', '# characters too many.') : undefined
}
