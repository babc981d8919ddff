import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { preloadPages } from './lazy-pages'
import { withBasePath } from './lib/base'
import { restoreDisplay } from './lib/display'
import { holdFirstPaint } from './lib/first-paint'
import { logOnly } from './lib/log'
import { confirmBackNavigation } from './lib/navigation-guard'

/** Registers the service worker, which opens the shell without a connection. Only available on https. */
function registerServiceWorker() {
  if (window.location.protocol !== 'https:' || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(withBasePath('/service-worker.js')).catch(logOnly)
}

/** Fonts of the first screen. */
const FONTS = ['400 1em Atkinson', '700 1em Atkinson', '600 1em Literata']
/** Longest wait for them, in milliseconds. A font that comes later is not used: see `fonts.css`. */
const MAX_FONT_WAIT_MS = 200

/** Fetches the fonts after the scripts, which matter more. On a slow network the page does not wait for them. */
function fonts(): Promise<unknown> {
  if (!document.fonts) return Promise.resolve()
  // An estimate by Chromium; other engines give none.
  const { connection } = navigator as Navigator & { connection?: { effectiveType: string } }
  const isSlow = /[23]g/.test(connection?.effectiveType ?? '')
  const late = new Promise((resolve) => setTimeout(resolve, isSlow ? 0 : MAX_FONT_WAIT_MS))
  return Promise.race([Promise.all(FONTS.map((font) => document.fonts.load(font))), late])
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

restoreDisplay()
holdFirstPaint(root)
registerServiceWorker()
confirmBackNavigation()

fonts()
  .catch(logOnly)
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
preloadPages()
