import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { createQueryClient } from './api/query-client'
import { askBeforeNavigating } from './lib/navigation-guard'
import { serverConfig } from './lib/server-config'
import { Routes } from './routes'
import { Shell } from './shell/Shell'

/** The whole interface at the browser's present address. */
export function App() {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Router base={serverConfig.base} aroundNav={askBeforeNavigating}>
        <Shell>
          <Routes />
        </Shell>
      </Router>
    </QueryClientProvider>
  )
}
