import { Router } from 'wouter'
import { confirmNavigation } from './lib/navigation-guard'
import { serverConfig } from './lib/server-config'
import { Routes } from './routes'
import { Shell } from './shell/Shell'

/** The whole interface at the browser's current address. */
export function App() {
  return (
    <Router base={serverConfig.base} aroundNav={confirmNavigation}>
      <Shell>
        <Routes />
      </Shell>
    </Router>
  )
}
