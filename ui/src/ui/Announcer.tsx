import { useEffect, useState } from 'react'
import { onAnnounce } from '../lib/announce'

/** Polite live region of the shell or of a dialog. Must exist before it has a message. */
export function Announcer() {
  const [message, setMessage] = useState('')
  useEffect(() => onAnnounce(setMessage), [])
  return (
    <p className="visually-hidden" role="status">
      {message}
    </p>
  )
}
