import { Illustration } from './Illustration'

/** A closed letter under a seal. */
export function Envelope() {
  return (
    <Illustration width={160} height={120}>
      <path fill="var(--card)" d="M16 24h128v80H16z" />
      <path d="m16 26 64 46 64-46M16 102l44-42M144 102l-44-42" />
      <circle cx="80" cy="70" r="13" fill="var(--seal)" stroke="var(--seal)" />
      <path stroke="var(--on-seal)" d="m74 70 5 5 8-9" />
    </Illustration>
  )
}
