import { serverConfig } from '../lib/server-config'

/** Email address for questions, or a note to ask the admins without one. */
export function ContactInfo() {
  const { contact } = serverConfig
  // Basic pages are built before the address is known; the server adds it below.
  if (import.meta.env.SSR) return <p>Contact details are at the end of this page.</p>
  if (contact) {
    return (
      <p>
        Write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    )
  }
  return (
    <p>There is no email address for questions. Ask whoever invited you who runs this server.</p>
  )
}
