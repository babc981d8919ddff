import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { createQueryClient } from './api/queries'
import { restoreDisplay } from './lib/display'
import { askBeforeGoingBack, askBeforeNavigating } from './lib/leaving'
import { Routes } from './routes'
import { Shell } from './shell/Shell'

restoreDisplay()
askBeforeGoingBack()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Router aroundNav={askBeforeNavigating}>
        <Shell>
          <Routes />
        </Shell>
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)
