import { Illustration } from './Illustration'

const PITCH = 22
const places = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => ({ row, column })))

/** A corner of the game's grid, with one peg marked. */
export function PegGrid() {
  return (
    <Illustration width={96} height={96}>
      <path fill="var(--card)" d="M4 4H92V92H4Z" />
      {places.map(({ row, column }) => (
        <circle
          key={`${row} ${column}`}
          cx={15 + column * PITCH}
          cy={15 + row * PITCH}
          r="6"
          stroke="var(--line)"
          strokeWidth="1.500"
        />
      ))}
      <path stroke="var(--seal)" strokeWidth="3" d="m54 32 10 11M65 32 53 43" />
    </Illustration>
  )
}
