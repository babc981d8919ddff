import { useEffect, useState } from 'react'
import { onAnnounce } from '../lib/announce'

/** The polite live region of the shell or of a dialog; it must exist before it has something to say. */
export function Announcer() {
  const [message, setMessage] = useState('')
  useEffect(() => onAnnounce(setMessage), [])
  return (
    <p className="visually-hidden" role="status">
      {message}
    </p>
  )
}
