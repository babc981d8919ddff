import { serverConfig } from '../lib/server-config'

/** Where questions go. A club without mail has no mailbox, but it has people. */
export function Mailbox() {
  const { name, contact } = serverConfig
  // A basic page is drawn before anybody runs the place; its server writes the mailbox below it.
  if (import.meta.env.SSR) return <p>The end of this page says whom to ask here.</p>
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
      There is no mailbox here. Ask the person who runs {place}: whoever gave you its address knows
      who that is.
    </p>
  )
}
