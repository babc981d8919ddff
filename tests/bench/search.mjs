/**
 * How fast search answers over 100,000 documents, beside SQLite's full-text search, how soon a change is found, and what memory
 * that takes.
 *
 *   node tests/bench/search.mjs [EXECUTABLE]
 *
 * Starts the executable on a free port with an empty community, fills it through the admin socket, asks it over loopback as a
 * visitor, one question after the other, prints a table, and ends it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const executable = process.argv[2] ?? process.env.TESTED_EXECUTABLE ?? 'inkfold'
const BOOKS = 1000
const QUESTIONS = 99
const TRIES = 2000
const ALPHABET = ['ba', 'de', 'ki', 'lo', 'mu', 'na', 'per', 'ri', 'so', 'tan', 'ver', 'zu']
const KANJI = [...'東京都紙墨手書年春夏秋冬山川海空花鳥風月私君人心言葉']

/** The same numbers in every run. */
let state = 7
function random() {
  state = (state * 1103515245 + 12345) & 0x7fffffff
  return state / 0x7fffffff
}

/** Few words are common and many are rare, as in any language. */
function word() {
  let rank = Math.floor(20_000 ** random())
  let letters = ''
  do {
    letters += ALPHABET[rank % ALPHABET.length]
    rank = Math.floor(rank / ALPHABET.length)
  } while (rank > 0)
  return letters
}
const kanji = (length) =>
  Array.from({ length }, () => KANJI[Math.floor(random() * KANJI.length)]).join('')
const words = (count) => Array.from({ length: count }, word).join(' ')
const text = () => (random() < 0.1 ? kanji(40) : words(5 + Math.floor(random() * 25)))

const folder = mkdtempSync(join(tmpdir(), 'inkfold-bench-'))
const data = join(folder, 'data')
execFileSync(executable, ['--data-dir', data, 'init'], { cwd: folder, stdio: 'ignore' })
const server = spawn(executable, ['--data-dir', data, 'serve', '--listen', '127.0.0.1:0'], {
  cwd: folder,
  env: { ...process.env, INKFOLD_LIMITS__SEARCHES_PER_MINUTE: '1000000' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const url = await new Promise((resolve, reject) => {
  server.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)))
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [, address] = line.match(/^listening on (http:\/\/\S+)/) ?? []
    if (address) resolve(address)
  })
})

/** Sends a request to the admin socket; resolves to its result. */
function operate(method, path, body) {
  return new Promise((resolve, reject) => {
    const options = {
      socketPath: join(data, 'run/admin.sock'),
      path: `/api/operator/${path}`,
      method,
      headers: { 'content-type': 'application/json' },
    }
    const call = request(options, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('')
      if (response.statusCode >= 400) reject(new Error(text))
      // Long work sends a line for every step; its last line is the result.
      else if (response.headers['content-type'] !== 'application/x-ndjson') resolve(JSON.parse(text))
      else {
        const { done, error } = JSON.parse(text.trim().split('\n').at(-1))
        if (error) reject(new Error(error.error))
        else resolve(done)
      }
    })
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}

async function search(query) {
  const response = await fetch(`${url}/api/search?q=${encodeURIComponent(query)}`)
  const answer = await response.json()
  if (!response.ok) throw new Error(`${query}: ${JSON.stringify(answer)}`)
  return answer.total
}

async function timed(work) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const memory = (line) =>
  Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(`${line}:\\s+(\\d+)`)[1]) / 1024
const before = memory('RssAnon')

/** Texts of the documents, for the peer. */
const stored = []
const filling = await timed(async () => {
  for (let book = 0; book < BOOKS; book += 1) {
    const Add = { name: words(3), description: text(), publish_at: null, topics: [] }
    const { bid } = await operate('POST', 'books', Add)
    const questions = Array.from({ length: QUESTIONS }, (_, n) => ({ key: `q${n}`, description: text() }))
    stored.push(`${Add.name} ${Add.description}`, ...questions.map(({ description }) => description))
    await operate('PATCH', `books/${bid}/questions`, questions)
  }
})
let documents = 0
const rebuilding = await timed(async () => {
  documents = (await operate('POST', 'search/rebuild', null)).documents
})
const added = []
for (let n = 0; n < 20; n += 1) {
  const name = `fresh${n}word`
  const Add = { name, description: text(), publish_at: null, topics: [] }
  await operate('POST', 'books', Add)
  added.push(
    await timed(async () => {
      while ((await search(name)) === 0);
    }),
  )
}

function row(name, times) {
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1)
  console.log(`${name.padEnd(30)} median ${at(0.5)} ms   99 % ${at(0.99)} ms   most ${at(1)} ms`)
}

console.log(`${documents} documents, filled in ${(filling / 1000).toFixed(0)} s, the index made anew in ${(rebuilding / 1000).toFixed(1)} s`)
const all = []
/** Queries by name, for the peer. */
const asked = {}
for (const [name, query] of [
  ['one word', word],
  ['two words', () => words(2)],
  ['three words', () => words(3)],
  ['the commonest word', () => 'de'],
  ['a beginning', () => word().slice(0, 2)],
  ['two kanji', () => kanji(2)],
  ['nothing to be found', () => `xyzzy ${word()}`],
]) {
  const times = []
  asked[name] = Array.from({ length: Math.floor(TRIES / 7) }, query)
  for (const one of asked[name]) times.push(await timed(() => search(one)))
  all.push(...times)
  row(name, times)
}
row('all of them', all)
row('a new book until it is found', added)
await new Promise((resolve) => setTimeout(resolve, 1000))
const size = execFileSync('du', ['-sm', join(data, 'search')], { encoding: 'utf8' }).split('\t')[0]
console.log(
  `memory ${before.toFixed(0)} MiB at first, ${memory('RssAnon').toFixed(0)} MiB now, ${memory('VmHWM').toFixed(0)} MiB at most with mapped files; the index has ${size} MiB`,
)
const ended = new Promise((resolve) => server.on('exit', resolve))
server.kill('SIGTERM')
await ended
rmSync(folder, { recursive: true })

const peer = execFileSync('python3', [new URL('peers/sqlite_fts.py', import.meta.url).pathname], {
  input: JSON.stringify({ documents: stored, queries: asked }),
  maxBuffer: 1 << 26,
})
console.log('SQLite FTS5 in memory, without a server:')
for (const [name, times] of Object.entries(JSON.parse(peer))) row(name, times)
