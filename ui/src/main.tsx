import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { restoreDisplay } from './lib/display'
import { keepShell } from './lib/keep-shell'
import { askBeforeGoingBack } from './lib/leaving'

restoreDisplay()
keepShell()
askBeforeGoingBack()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
