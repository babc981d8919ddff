import { Illustration } from './Illustration'

/** A ruled page with nothing on it. */
export function BlankSheet() {
  return (
    <Illustration width={160} height={120}>
      <path fill="var(--card)" d="M42 10h56l22 22v78H42z" />
      <path fill="var(--sunk)" d="M98 10v22h22z" />
      <path stroke="var(--line)" d="M56 50h50M56 66h50M56 82h50M56 98h30" />
    </Illustration>
  )
}

export function TornCable() {
  return (
    <Illustration width={160} height={120}>
      <path d="M6 84c30 0 26-44 54-44l6-7M154 36c-30 0-26 44-54 44l-6 7" />
      <path d="m66 33 9 3M66 33l1-10M94 87l-9-3M94 87l-1 10" />
      <path stroke="var(--seal)" d="m76 52-8-4M84 68l8 4M82 50l3-9M78 70l-3 9" />
    </Illustration>
  )
}

export function EmptyShelf() {
  return (
    <Illustration width={160} height={120}>
      <path d="M8 96h144M20 96v16M140 96v16" />
      <path fill="var(--card)" d="M30 34h16v62H30zM46 44h14v52H46z" />
      <path fill="var(--card)" d="m70 50 15-5 16 49-6 2H84z" />
      <path strokeDasharray="3 7" d="M108 96V40h30v56" />
    </Illustration>
  )
}

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
