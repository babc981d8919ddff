import { Illustration } from '../../ui/illustrations/Illustration'

const SEVEN = [0, 1, 2, 3, 4, 5, 6]
const PITCH = 16
const BOARD = 7 * PITCH

const centre = (index: number) => (index + 0.5) * PITCH

interface MarkProps {
  column: number
  row: number
  colour: string
}

const Mark = ({ column, row, colour }: MarkProps) => (
  <circle cx={centre(column)} cy={centre(row)} r="5.5" fill={colour} stroke={colour} />
)

interface PegBoardProps {
  /** Labels columns and rows, and shows a second mark that does not count. */
  explained?: boolean
}

/** The 49 pegs of page two, one of them filled in. */
export function PegBoard({ explained = false }: PegBoardProps) {
  const edge = explained ? 16 : 4
  return (
    <Illustration width={BOARD + edge + 4} height={BOARD + edge + 4}>
      <g transform={`translate(${edge} ${edge})`}>
        <rect fill="var(--card)" x="-2" y="-2" width={BOARD + 4} height={BOARD + 4} rx="6" />
        {SEVEN.map((column) => (
          <path
            key={column}
            strokeWidth="10"
            stroke="var(--line)"
            strokeDasharray={`0 ${PITCH}`}
            d={`M${centre(column)} ${centre(0)}v${BOARD - PITCH + 0.1}`}
          />
        ))}
        {SEVEN.map((column) => (
          <path
            key={column}
            strokeWidth="7"
            stroke="var(--page)"
            strokeDasharray={`0 ${PITCH}`}
            d={`M${centre(column)} ${centre(0)}v${BOARD - PITCH + 0.1}`}
          />
        ))}
        <Mark column={4} row={2} colour={explained ? 'currentColor' : 'var(--seal)'} />
        {explained && <Disregarded />}
        {explained && <Names />}
      </g>
    </Illustration>
  )
}

/** Mark of a peg that doesn't count: red, and crossed out for readers who can't see red. */
const Disregarded = () => (
  <>
    <Mark column={1} row={5} colour="var(--seal)" />
    <path stroke="var(--card)" strokeWidth="2" d="m21.5 85.5 5 5m0-5-5 5" />
  </>
)

const Names = () => (
  <g fill="currentColor" stroke="none" fontSize="9" textAnchor="middle">
    {SEVEN.map((index) => (
      <g key={index}>
        <text x={centre(index)} y="-7">
          {'ABCDEFG'.charAt(index)}
        </text>
        <text x="-10" y={centre(index) + 3}>
          {index + 1}
        </text>
      </g>
    ))}
  </g>
)
