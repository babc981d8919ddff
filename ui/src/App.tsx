import { Router } from 'wouter'
import { askBeforeNavigating } from './lib/navigation-guard'
import { serverConfig } from './lib/server-config'
import { Routes } from './routes'
import { Shell } from './shell/Shell'

/** The whole interface at the browser's present address. */
export function App() {
  return (
    <Router base={serverConfig.base} aroundNav={askBeforeNavigating}>
      <Shell>
        <Routes />
      </Shell>
    </Router>
  )
}
