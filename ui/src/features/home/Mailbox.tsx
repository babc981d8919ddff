import { community } from '../../lib/community'

/** Where questions go. A club without mail has no mailbox, but it has people. */
export function Mailbox() {
  const { name, contact } = community
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
