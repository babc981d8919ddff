import { expect, test } from 'vitest'
import { dayAfter } from './DrawsPage'
import {
  checkDay,
  checkPlay,
  commitmentOf,
  type OpenDay,
  opensslCommand,
  type Play,
  verdictOn,
  winningPegs,
} from './draws'

/** The bytes of "a seed that is only for a test..". */
const SEED = '6120736565642074686174206973206f6e6c7920666f72206120746573742e2e'

const PLAY: Play = {
  play: '2026-11-22.17',
  entry: 'E3',
  winning: ['B6', 'B4', 'G2'],
  won: false,
  limited: false,
  moved: null,
}

const day = (...plays: Partial<Play>[]): OpenDay => ({
  day: '2026-11-22',
  commitment: commitmentOf(SEED),
  seed: SEED,
  winningPegs: 3,
  wins: 1,
  winsOfMember: 1,
  plays: plays.map((play) => ({ ...PLAY, ...play })),
})

const verdict = async (of: OpenDay) => verdictOn(of, await checkDay(of)).message

test('the lots of a play are those that openssl computes', () => {
  expect(winningPegs(SEED, '2026-11-22.17', 3)).toEqual(['B6', 'B4', 'G2'])
  expect(new Set(winningPegs(SEED, '2026-11-22.17', 49)).size).toBe(49)
})

test('the fingerprint is the hash of the bytes, not of their digits', () => {
  expect(commitmentOf('00'.repeat(32))).toBe(
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  )
})

test('draws that are right', async () => {
  expect(await verdict(day({}))).toBe('The only draw is right.')
  const won = { entry: 'B4', won: true }
  const limited = { entry: 'G2', limited: true }
  expect(await verdict(day({}, won, limited))).toBe('All 3 draws are right.')
})

test('what was not drawn counts for nothing', async () => {
  const never = { winning: null }
  const moved = { winning: null, moved: '2026-11-23.4' }
  expect(await verdict(day(never, moved, {}))).toBe('The only draw is right.')
  expect(await verdict(day(never))).toBe('The seed is right. Nothing was drawn.')
})

test.each<[string, Partial<Play>]>([
  ['other pegs', { winning: ['B6', 'B4', 'E3'], won: true }],
  ['another order', { winning: ['B4', 'B6', 'G2'] }],
  ['fewer pegs', { winning: ['B6', 'B4'] }],
  ['a win that is none', { won: true }],
  ['a win that was kept back', { entry: 'B6' }],
  ['an outcome without a draw', { winning: null, won: true }],
  ['a play of another day', { play: '2026-11-21.17' }],
])('found out: %s', async (_what, change) => {
  const of = day(change, {})
  expect(checkPlay(of, { ...PLAY, ...change }).problem).toBeTruthy()
  expect(await verdict(of)).toMatch(/^The draw of play 2026-11-2\d\.17 is wrong\.$/)
})

test('several wrong draws are all named', async () => {
  expect(await verdict(day({ won: true }, { won: true }))).toBe(
    'The draws of these plays are wrong: 2026-11-22.17, 2026-11-22.17.',
  )
})

test('another seed than was promised, and more wins than the day had', async () => {
  const other = { ...day({}), commitment: commitmentOf('00'.repeat(32)) }
  expect(await verdict(other)).toMatch(/^The seed isn’t the one/)
  const won = { entry: 'B4', won: true }
  expect(await verdict(day(won, won))).toBe('2 plays won, but only 1 could win that day.')
})

test('a command for one play', () => {
  const command = opensslCommand(day({}), '2026-11-22.17')
  expect(command).toContain('"2026-11-22.17 $column$row"')
  expect(command).toContain(`hexkey:${SEED}`)
  expect(command).toMatch(/head -n 3$/)
})

test('the days beside a day', () => {
  expect(dayAfter('2026-11-30', 1)).toBe('2026-12-01')
  expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31')
  expect(dayAfter('yesterday', 1)).toBeUndefined()
  expect(dayAfter('2026-13-01', 1)).toBeUndefined()
})
