import { Illustration } from './Illustration'

/** A glass over a scribble that nobody can read. */
export function Magnifier() {
  return (
    <Illustration width={160} height={120}>
      <path stroke="var(--line)" d="M14 96h56M14 110h34M128 24h20M112 10h36" />
      <circle cx="78" cy="52" r="36" fill="var(--card)" />
      <path d="M104 78l30 30" strokeWidth="7" />
      <path d="M54 56c4-12 8-12 9-4s4 8 7 0 6-12 8-3 4 9 8 1 7-10 8-2 3 8 8 4" />
    </Illustration>
  )
}
