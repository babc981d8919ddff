import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { components } from '../../api/schema'
import { formatNumber, plural } from '../../lib/format'

// Rules of the draw, the same as on the server. Computed by a library because browsers offer no
// `crypto.subtle` to pages on plain http.

type Schemas = components['schemas']

export type Day = Schemas['FairnessView']
export type Play = Schemas['FairPlay']

/** A day that is over, with its seed revealed. */
export type OpenDay = Day & { seed: string; plays: Play[] }

const PEGS = Array.from('ABCDEFG').flatMap((column) => Array.from('1234567', (row) => column + row))

export const isOver = (day: Day): day is OpenDay => Boolean(day.seed && day.plays)

/** SHA-256 of the 32 bytes of a seed, both in hexadecimal. */
export const commitmentOf = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)))

/** Winning pegs of a play, smallest lot first. */
export function winningPegs(seed: string, play: string, count: number): string[] {
  const urn = hmac.create(sha256, hexToBytes(seed))
  const lotOf = (peg: string) =>
    bytesToHex(
      urn
        .clone()
        .update(utf8ToBytes(`${play} ${peg}`))
        .digest(),
    )
  // Hexadecimal digits sort in the order of the bytes that they encode.
  const lots = PEGS.map((peg) => `${lotOf(peg)} ${peg}`).sort()
  return lots.slice(0, count).map((lot) => lot.slice(-2))
}

/** A play with the problem that the check found, if any. */
export interface CheckedPlay {
  play: Play
  problem?: string
}

export function checkPlay(day: OpenDay, play: Play): CheckedPlay {
  const problem = problemOf(day, play)
  return problem ? { play, problem } : { play }
}

function problemOf({ day, seed, winningPegs: count }: OpenDay, play: Play): string | undefined {
  const { play: id, entry, winning, won, limited } = play
  if (!id.startsWith(`${day}.`)) return 'It is a play of another day.'
  if (!winning) return won || limited ? 'It has an outcome but wasn’t drawn.' : undefined
  const computed = winningPegs(seed, id, count)
  if (computed.join() !== winning.join()) {
    return plural(
      computed.length,
      'The winning peg of this seed is {pegs}.',
      'The winning pegs of this seed are {pegs}.',
      { pegs: computed.join(', ') },
    )
  }
  const isAmongThem = Boolean(entry && winning.includes(entry))
  return isAmongThem === (won || limited) ? undefined : 'Its outcome doesn’t match its pegs.'
}

export interface CheckedDay {
  /** Whether the seed is the one that was committed to before the first play. */
  seedFits: boolean
  plays: CheckedPlay[]
}

/** Number of plays that are checked before yielding to the browser, so that slow tablets stay responsive. */
const BATCH_SIZE = 20

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))

export async function checkDay(day: OpenDay): Promise<CheckedDay> {
  const plays: CheckedPlay[] = []
  for (const play of day.plays) {
    plays.push(checkPlay(day, play))
    if (plays.length % BATCH_SIZE === 0) await yieldToBrowser()
  }
  return { seedFits: commitmentOf(day.seed) === day.commitment, plays }
}

/** Result of a check as one sentence. */
export function verdictOn(day: OpenDay, { seedFits, plays }: CheckedDay) {
  const wrong = (message: string) => ({ right: false, message })
  if (!seedFits) {
    return wrong('The seed isn’t the one whose fingerprint was published before the first play.')
  }
  const ids = plays.filter(({ problem }) => problem).map(({ play }) => play.play)
  if (ids.length > 0) {
    return wrong(
      plural(
        ids.length,
        'The draw of play {plays} is wrong.',
        'The draws of these plays are wrong: {plays}.',
        { plays: ids.join(', ') },
      ),
    )
  }
  const won = plays.filter(({ play }) => play.won).length
  if (won > day.wins) {
    return wrong(
      plural(
        won,
        '1 play won, but only {wins} could win that day.',
        '# plays won, but only {wins} could win that day.',
        { wins: formatNumber(day.wins) },
      ),
    )
  }
  const drawn = plays.filter(({ play }) => play.winning).length
  if (drawn === 0) return { right: true, message: 'The seed is right. Nothing was drawn.' }
  return {
    right: true,
    message: plural(drawn, 'The only draw is right.', 'All # draws are right.'),
  }
}

/** Shell command that prints the lots of one play, smallest first. */
export const opensslCommand = ({ seed, winningPegs: count }: OpenDay, play: string): string =>
  `for column in A B C D E F G; do for row in 1 2 3 4 5 6 7; do
  printf '%s' "${play} $column$row" |
    openssl dgst -sha256 -mac HMAC -macopt hexkey:${seed} |
    sed "s/.*= *//; s/$/ $column$row/"
done; done | sort | head -n ${count}`
