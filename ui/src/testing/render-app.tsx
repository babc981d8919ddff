import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '../App'
import { resetQueryClient } from '../api/query-client'
import { setStored } from '../lib/storage'

/** Opens an address of the interface, with what the window kept of it across a reload; answers somebody who uses it. */
export function renderApp(path: string, kept: unknown = null) {
  resetQueryClient()
  window.history.replaceState(kept, '', path)
  render(<App />)
  return userEvent.setup()
}

export const signInAs = (uid: string) => setStored({ uid, email: `${uid}@example.org`, name: uid })

export const address = () => window.location.pathname + window.location.search
