import { renderApp, signInAs } from './render-app'
import { serve } from './server'

/** Opens an admin page. Returns the user and the recorded calls. */
export function visitAsAdmin(path: string, handlers: Parameters<typeof serve>[0]) {
  signInAs('a1')
  const server = serve({ '/check-admin': () => [200, { isAdmin: true }], ...handlers })
  return { ...server, user: renderApp(path) }
}
