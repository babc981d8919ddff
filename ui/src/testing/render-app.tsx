import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '../App'
import { resetQueryClient } from '../api/query-client'
import { forgetEmail } from '../features/accounts/typed-email'
import { setStored } from '../lib/storage'

/** Renders the interface at an address, with the history state of a reload. Returns a user. */
export function renderApp(path: string, kept: unknown = null) {
  resetQueryClient()
  forgetEmail()
  window.history.replaceState(kept, '', path)
  render(<App />)
  return userEvent.setup()
}

export const signInAs = (uid: string) => setStored({ uid, email: `${uid}@example.org`, name: uid })

export const address = () => window.location.pathname + window.location.search
