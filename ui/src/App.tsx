import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { createQueryClient } from './api/queries'
import { community } from './lib/community'
import { askBeforeNavigating } from './lib/leaving'
import { Routes } from './routes'
import { Shell } from './shell/Shell'

/** The whole interface at the browser's present address. */
export function App() {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Router base={community.base} aroundNav={askBeforeNavigating}>
        <Shell>
          <Routes />
        </Shell>
      </Router>
    </QueryClientProvider>
  )
}
