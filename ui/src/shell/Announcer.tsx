import { useEffect, useState } from 'react'
import { onAnnounce } from '../lib/announce'

/** The one polite live region; it must exist before it has something to say. */
export function Announcer() {
  const [message, setMessage] = useState('')
  useEffect(() => onAnnounce(setMessage), [])
  return (
    <p className="visually-hidden" role="status">
      {message}
    </p>
  )
}
