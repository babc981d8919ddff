/**
 * How fast people can sign in, what memory that takes, and whether the time of a failure tells who is a member.
 *
 *   node tests/bench/accounts.mjs [EXECUTABLE]
 *
 * Starts the executable on a free port with an empty community, asks it over loopback, prints a table, and ends it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const executable = process.argv[2] ?? process.env.TESTED_EXECUTABLE ?? 'inkfold'
const PASSWORD = 'ink and paper'
const MEMBERS = 20
const TRIES = 200
const IN_FLIGHT = 50
const SECONDS = 10

const folder = mkdtempSync(join(tmpdir(), 'inkfold-bench-'))
const data = join(folder, 'data')
// Every try comes from an address of its own, or the limits would be what is measured.
const env = { ...process.env, INKFOLD_TRUSTED_PROXIES: '["127.0.0.1/32"]' }

for (let n = 0; n < MEMBERS; n += 1) {
  const who = ['--email', `m${n}@example.org`, '--username', `m${n}`, '--name', `Member ${n}`]
  const args = ['--data-dir', data, 'user', 'add', ...who, '--verified', '--password-stdin']
  execFileSync(executable, args, { input: `${PASSWORD}\n`, stdio: ['pipe', 'ignore', 'ignore'], env })
}

const server = spawn(executable, ['--data-dir', data, 'serve', '--listen', '127.0.0.1:0'], {
  cwd: folder,
  env,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const url = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [, address] = line.match(/^listening on (http:\/\/\S+)/) ?? []
    if (address) resolve(address)
  })
})

let asked = 0
async function signIn(email, password) {
  asked += 1
  const address = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
  const response = await fetch(`${url}/signin`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: 'XSRF-TOKEN=bench',
      'x-xsrf-token': 'bench',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return response.status
}

const memory = (field) => {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(status.match(new RegExp(`${field}:\\s+(\\d+)`))[1]) / 1024
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Alternates, so that whatever else the machine does falls on both. */
async function compareTimes() {
  const known = []
  const unknown = []
  for (let n = 0; n < TRIES; n += 1) {
    known.push(await timed(() => signIn(`m${n % MEMBERS}@example.org`, 'not the password')))
    unknown.push(await timed(() => signIn(`nobody${n}@example.org`, 'not the password')))
  }
  return [known, unknown].map((times) => times.sort((a, b) => a - b))
}

async function load() {
  const statuses = {}
  const end = performance.now() + SECONDS * 1000
  let most = 0
  const one = async (n) => {
    while (performance.now() < end) {
      const status = await signIn(`m${n % MEMBERS}@example.org`, PASSWORD)
      statuses[status] = (statuses[status] ?? 0) + 1
      most = Math.max(most, memory('VmRSS'))
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, n) => one(n)))
  return { statuses, most }
}

const median = (times) => times[times.length >> 1]
const row = (label, value) => console.log(`${label.padEnd(44)}${value}`)

try {
  await signIn('m0@example.org', PASSWORD)
  row('memory at rest', `${memory('VmRSS').toFixed(0)} MB`)
  const [known, unknown] = await compareTimes()
  row(`wrong password of a member, median of ${TRIES}`, `${median(known).toFixed(2)} ms`)
  row(`of nobody, median of ${TRIES}`, `${median(unknown).toFixed(2)} ms`)
  row('difference of the medians', `${(median(known) - median(unknown)).toFixed(2)} ms`)
  row('spread of the middle half (member)', `${(known[150] - known[50]).toFixed(2)} ms`)
  const { statuses, most } = await load()
  row(`sign-ins a second, ${IN_FLIGHT} in flight`, ((statuses[200] ?? 0) / SECONDS).toFixed(1))
  row('answers by status', JSON.stringify(statuses))
  row(`most memory with ${IN_FLIGHT} in flight`, `${most.toFixed(0)} MB`)
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
