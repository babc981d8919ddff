import { Link } from 'wouter'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Table } from '../../ui/Table'
import type { CheckedPlay, Play } from './draws'

/** Every play of a day. Whose they are is not told. */
export function DrawsTable({ plays }: { plays: CheckedPlay[] }) {
  return (
    <Table>
      <caption className="visually-hidden">Every play of the day</caption>
      <thead>
        <tr>
          <th scope="col">Play</th>
          <th scope="col">Peg</th>
          <th scope="col">Winning pegs</th>
          <th scope="col">Outcome</th>
          <th scope="col">Drawn again</th>
        </tr>
      </thead>
      <tbody>
        {plays.map(({ play, problem }) => (
          <tr key={play.play}>
            <th scope="row">
              <span className="visually-hidden">Play </span>
              {play.play.split('.').pop()}
            </th>
            <td data-label="Peg">{play.entry ?? 'none'}</td>
            <td data-label="Winning pegs">{play.winning?.join(', ') ?? '–'}</td>
            <td>
              <Outcome play={play} />
            </td>
            <td data-label="Drawn again">
              {problem ? <strong>Not right. {problem}</strong> : play.winning ? 'Right' : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Outcome({ play: { won, limited, winning, moved } }: { play: Play }) {
  if (won) return <Badge seal>Won</Badge>
  if (limited) return 'The limit of the day was reached'
  if (winning) return 'Not won'
  if (!moved) return 'Not drawn'
  return (
    <>
      Drawn later, as <Link href={paths.draws(moved.split('.')[0])}>{moved}</Link>
    </>
  )
}
