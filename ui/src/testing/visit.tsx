import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '../App'
import { remember } from '../lib/storage'

/** Opens an address of the interface; answers somebody who uses it. */
export function visit(path: string) {
  window.history.replaceState(null, '', path)
  render(<App />)
  return userEvent.setup()
}

export const signInAs = (uid: string) => remember({ uid, email: `${uid}@example.org`, name: uid })

export const address = () => window.location.pathname + window.location.search
