import { serverConfig } from '../lib/server-config'

/** Email address for questions, or a note to ask the admins without one. */
export function Mailbox() {
  const { name, contact } = serverConfig
  // Basic pages are built before the address is known; the server adds it below.
  if (import.meta.env.SSR) return <p>Contact details are at the end of this page.</p>
  if (contact) {
    return (
      <p>
        Write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    )
  }
  const place = name === 'Inkfold' ? 'this place' : name
  return (
    <p>
      There is no email address for questions. Ask the person who runs {place}: the person who gave
      you its address knows who that is.
    </p>
  )
}
