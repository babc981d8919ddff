/** Who and what the stories are about. */
import { visitor } from './browser.mjs'

export const KITCHEN = {
  name: 'The kitchen table',
  description: 'Where you grew up, and what was cooked there.',
  prompts: {
    smell: 'What did your kitchen smell like?',
    chair: 'Who sat where?',
    bread: 'Who baked, and what?',
    window: 'What did you see through the window?',
    silence: 'What was never talked about?',
  },
}

export const MARA = {
  name: 'Mara Lindqvist',
  email: 'mara@example.org',
  username: 'mara',
  password: 'ink and paper',
}

export const ADA = {
  name: 'Ada Byron Blum',
  email: 'ada@example.org',
  username: 'ada',
  password: 'ink and paper',
}

export async function signIn(page, { email, password }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * A member with a browser of their own, signed in; answers what `visitor` answers.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the server
 */
export async function openAs(browser, url, member, options) {
  const reader = await visitor(browser, { url, ...options })
  await reader.page.goto('/signin')
  await signIn(reader.page, member)
  await reader.page.waitForURL('**/begin')
  return reader
}

/** Runs in the page: what sign-up leaves behind. */
export function rememberNewcomer() {
  const newcomer = { uid: 'u', email: 'noa@example.org', name: 'Noa Berg', token: 't' }
  for (const [key, value] of Object.entries(newcomer)) localStorage.setItem(key, value)
}
