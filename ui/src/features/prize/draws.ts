import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { components } from '../../api/schema'
import { plural } from '../../lib/format'

// The rule of the draw, as the server has it. Computed by a library because browsers offer no
// `crypto.subtle` to pages on plain http.

type Schemas = components['schemas']

export type Day = Schemas['FairnessView']
export type Play = Schemas['FairPlay']

/** A day that is over: nothing of it is secret. */
export type OpenDay = Day & { seed: string; plays: Play[] }

const PEGS = Array.from('ABCDEFG').flatMap((column) => Array.from('1234567', (row) => column + row))

export const isOver = (day: Day): day is OpenDay => Boolean(day.seed && day.plays)

/** The SHA-256 of the 32 bytes of a seed. Both are written in hexadecimal. */
export const commitmentOf = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)))

/** The pegs that win in a play, the smallest lot first. */
export function winningPegs(seed: string, play: string, count: number): string[] {
  const urn = hmac.create(sha256, hexToBytes(seed))
  const lotOf = (peg: string) =>
    bytesToHex(
      urn
        .clone()
        .update(utf8ToBytes(`${play} ${peg}`))
        .digest(),
    )
  // Hexadecimal digits stand in the order of the bytes that they write.
  const lots = PEGS.map((peg) => `${lotOf(peg)} ${peg}`).sort()
  return lots.slice(0, count).map((lot) => lot.slice(-2))
}

/** A play, and what is wrong with its draw, if anything. */
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
  if (!winning) return won || limited ? 'It was not drawn and has an outcome.' : undefined
  const computed = winningPegs(seed, id, count)
  if (computed.join() !== winning.join()) return `Computed here, ${computed.join(', ')} win.`
  const isAmongThem = Boolean(entry && winning.includes(entry))
  return isAmongThem === (won || limited) ? undefined : 'Its outcome is not that of its pegs.'
}

export interface CheckedDay {
  /** Whether the seed is the one that was promised before the first play. */
  seedFits: boolean
  plays: CheckedPlay[]
}

/** So many are computed at a time: the page of a slow tablet stays alive. */
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

/** What the check found, in one line. */
export function verdictOn(day: OpenDay, { seedFits, plays }: CheckedDay) {
  const wrong = (words: string) => ({ right: false, words })
  if (!seedFits) {
    return wrong('The seed is not the one whose fingerprint was published before the first play.')
  }
  const ids = plays.filter(({ problem }) => problem).map(({ play }) => play.play)
  if (ids.length === 1) return wrong(`The draw of play ${ids[0]} is not right.`)
  if (ids.length > 1) return wrong(`The draws of these plays are not right: ${ids.join(', ')}.`)
  const won = plays.filter(({ play }) => play.won).length
  if (won > day.wins) return wrong(`${won} plays have won, and the day had only ${day.wins}.`)
  const drawn = plays.filter(({ play }) => play.winning).length
  if (drawn === 0) return { right: true, words: 'The seed is right. Nothing was drawn.' }
  return {
    right: true,
    words: plural(drawn, 'The one draw is right.', 'All # draws are right.'),
  }
}

/** For a terminal: the lots of one play, the smallest first. */
export const opensslCommand = ({ seed, winningPegs: count }: OpenDay, play: string): string =>
  `for column in A B C D E F G; do for row in 1 2 3 4 5 6 7; do
  printf '%s' "${play} $column$row" |
    openssl dgst -sha256 -mac HMAC -macopt hexkey:${seed} |
    sed "s/.*= *//; s/$/ $column$row/"
done; done | sort | head -n ${count}`
