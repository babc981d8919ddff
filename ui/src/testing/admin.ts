import { renderApp, signInAs } from './render-app'
import { serve } from './server'

/** Opens a page of admins; answers one who uses it, and what the server was asked. */
export function visitAsAdmin(path: string, handlers: Parameters<typeof serve>[0]) {
  signInAs('a1')
  const server = serve({ '/check-admin': () => [200, { isAdmin: true }], ...handlers })
  return { ...server, user: renderApp(path) }
}
