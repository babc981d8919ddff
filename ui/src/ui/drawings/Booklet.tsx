import { Drawing } from './Drawing'

/** An open booklet: one page written by hand, one set in type, and the pencil on it. */
export function Booklet() {
  return (
    <Drawing width={420} height={330}>
      <path fill="var(--card)" d="M14 36 220 14v232L14 268z" />
      <path fill="var(--card)" d="M220 14 356 36l46 48v184l-182-22z" />
      <path fill="var(--sunk)" d="M356 36v54l46-6z" />
      <path d="M44 80q10-20 20 0t20 0 20 0 20 0 20 0 20 0M44 120q10-18 20 0t20 0 20 0 20 0 20 0 20 0M44 156q10-20 20 0t20 0 20 0" />
      <circle cx="128" cy="206" r="18" stroke="var(--seal)" strokeWidth="4" />
      <path strokeDasharray="4 8" d="M250 114h106M250 148h116M250 182h80" />
      <path fill="var(--page)" d="m394 180 16 13-88 120-20 8 5-21z" />
      <path d="m307 300 16 13" />
    </Drawing>
  )
}
