/**
 * Theme and display mode of this device. They are stored in cookies, so that the server can write them into the
 * page and nothing flashes. Styles read the attributes on `<html>`.
 */

import { buildReader } from './build-reader'
import { readCookie } from './cookie'
import { createStore } from './create-store'
import { serverConfig } from './server-config'

export type Theme = 'system' | 'light' | 'dark'
export type Display = 'screen' | 'paper'

const COOKIE_MAX_AGE_S = 31_536_000
const root = import.meta.env.SSR ? buildReader : document.documentElement
/** Notifies of changes; the attributes hold the values. */
const changes = createStore({})

function change(name: 'theme' | 'display', value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and on e-readers.
  document.cookie = `${name}=${value}; Path=${serverConfig.base || '/'}; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax`
  root.dataset[name] = value
  changes.set({})
}

/** Whether a display was chosen on this device. Always true in the build. */
export const displayIsChosen = () => import.meta.env.SSR || readCookie('display') !== undefined

const E_READERS = /Kindle|Kobo|Tolino|PocketBook|eReader|BOOX|Onyx/i

/** Whether the screen is probably e-ink: by media queries, or by user agent for e-readers that don't know them. */
export const isProbablyEInk = () =>
  E_READERS.test(navigator.userAgent) || window.matchMedia('(update: slow), (monochrome)').matches

export const chooseTheme = (theme: Theme) => change('theme', theme)
export const chooseDisplay = (display: Display) => change('display', display)

/** Restores the choices on pages that the server has not rendered, as in development. */
export function restoreDisplay() {
  for (const name of ['theme', 'display'] as const) {
    const kept = readCookie(name)
    if (kept && !root.dataset[name]) root.dataset[name] = kept
  }
}

const theme = () => (root.dataset.theme ?? 'system') as Theme
const display = () => (root.dataset.display ?? 'screen') as Display

export const useTheme = () => changes.use(theme)
export const useDisplay = () => changes.use(display)
