import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { preloadPages } from './lazy-pages'
import { restoreDisplay } from './lib/display'
import { confirmBackNavigation } from './lib/navigation-guard'
import { registerServiceWorker } from './lib/register-service-worker'

restoreDisplay()
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
