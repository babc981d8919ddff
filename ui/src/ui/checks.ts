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
