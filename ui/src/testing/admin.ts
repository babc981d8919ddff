import { renderApp, signInAs } from './render-app'
import { serve } from './server'

type Handlers = Parameters<typeof serve>[0]

function visitAs(uid: string, roles: object, path: string, handlers: Handlers) {
  signInAs(uid)
  const server = serve({ '/check-admin': () => [200, roles], ...handlers })
  return { ...server, user: renderApp(path) }
}

/** Opens an admin page. Returns the user and the recorded calls. */
export const visitAsAdmin = (path: string, handlers: Handlers) =>
  visitAs('a1', { isAdmin: true }, path, handlers)

/** Opens an admin page as a keeper of books, `b1` by default. */
export const visitAsKeeper = (path: string, handlers: Handlers, keeperOf = ['b1']) =>
  visitAs('k1', { isAdmin: false, isModerator: false, keeperOf }, path, handlers)

/** Opens an admin page as a moderator of the threads. */
export const visitAsModerator = (path: string, handlers: Handlers) =>
  visitAs('m1', { isAdmin: false, isModerator: true, keeperOf: [] }, path, handlers)
