import { createStore } from './create-store'
import { serverConfig } from './server-config'

/**
 * How the pages look on this device. Cookies keep it, so that the server can write it into the
 * first byte of a page and nothing flashes. The attributes on `<html>` are what the styles read.
 */
export type Theme = 'system' | 'light' | 'dark'
export type Display = 'screen' | 'paper'

const COOKIE_MAX_AGE_S = 31_536_000
/** Basic pages are drawn where there is no document. */
const root = import.meta.env.SSR ? { dataset: {} as DOMStringMap } : document.documentElement
/** The attributes hold the values; the store tells of their changes. */
const changes = createStore({})

const cookie = (name: string) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1]

function change(name: 'theme' | 'display', value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and on e-readers.
  document.cookie = `${name}=${value}; Path=${serverConfig.base || '/'}; Max-Age=${COOKIE_MAX_AGE_S}; SameSite=Lax`
  root.dataset[name] = value
  changes.set({})
}

/** Whether this device has been asked, or its reader has chosen unasked. */
export const displayIsChosen = () => cookie('display') !== undefined

const E_READERS = /Kindle|Kobo|Tolino|PocketBook|eReader|BOOX|Onyx/i

/** Whether the screen is probably e-ink: by media queries, or by user agent for e-readers that don't know them. */
export const isProbablyEInk = () =>
  E_READERS.test(navigator.userAgent) || window.matchMedia('(update: slow), (monochrome)').matches

export const chooseTheme = (theme: Theme) => change('theme', theme)
export const chooseDisplay = (display: Display) => change('display', display)

/** For pages that no server of ours has written, as in development. */
export function restoreDisplay() {
  for (const name of ['theme', 'display'] as const) {
    const kept = cookie(name)
    if (kept && !root.dataset[name]) root.dataset[name] = kept
  }
}

const theme = () => (root.dataset.theme ?? 'system') as Theme
const display = () => (root.dataset.display ?? 'screen') as Display

export const useTheme = () => changes.use(theme)
export const useDisplay = () => changes.use(display)
