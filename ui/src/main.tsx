import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { preloadPages } from './lazy-pages'
import { restoreDisplay } from './lib/display'
import { holdFirstPaint } from './lib/first-paint'
import { logOnly } from './lib/log'
import { confirmBackNavigation } from './lib/navigation-guard'
import { registerServiceWorker } from './lib/register-service-worker'

/** Fonts of the first screen. */
const FONTS = ['400 1em Atkinson', '700 1em Atkinson', '600 1em Literata']

// After the scripts, which matter more on a slow network, and before the text is laid out.
for (const font of FONTS) document.fonts?.load(font).catch(logOnly)
restoreDisplay()
holdFirstPaint()
registerServiceWorker()
confirmBackNavigation()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
preloadPages()
