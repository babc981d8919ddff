/**
 * What memory it takes that 1,000 browsers watch a thread in which nothing happens, and how soon all of them hear of a post.
 *
 *   node tests/bench/live.mjs [EXECUTABLE]
 *
 * Starts the executable on a free port with an empty community, watches a topic over loopback, prints a table, and ends it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'

const executable = process.argv[2] ?? process.env.TESTED_EXECUTABLE ?? 'inkfold'
const PASSWORD = 'ink and paper'
const WATCHERS = 1000

const folder = mkdtempSync(join(tmpdir(), 'inkfold-bench-'))
const data = join(folder, 'data')
const run = (args, input) =>
  execFileSync(executable, ['--data-dir', data, '--json', ...args], { input, stdio: ['pipe', 'pipe', 'ignore'] })
run(['init'])
const who = ['--email', 'm@example.org', '--username', 'mara', '--name', 'Mara']
run(['user', 'add', ...who, '--verified', '--password-stdin'], `${PASSWORD}\n`)
const topic = JSON.parse(run(['topic', 'add', '--name', 'Letters', '--code', 'letters']))

const server = spawn(executable, ['--data-dir', data, 'serve', '--listen', '127.0.0.1:0'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const url = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [, address] = line.match(/^listening on (http:\/\/\S+)/) ?? []
    if (address) resolve(address)
  })
})
const { hostname, port } = new URL(url)

/** Resident memory of the server, in MB. */
const memory = () =>
  Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1000

function watch() {
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(`GET /api/thread/live?code=letters HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`)
  const begun = new Promise((resolve) => socket.once('data', resolve))
  const told = begun.then(() => new Promise((resolve) => socket.once('data', resolve)))
  return { socket, begun, told }
}

/** A small grey picture. */
function png() {
  const chunk = (name, bytes) => {
    const named = Buffer.concat([Buffer.from(name), bytes])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(bytes.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0])
  const rows = Buffer.alloc(64 * 65, 200).fill(0, 65 * 10, 65 * 12)
  for (let row = 0; row < 64; row += 1) rows[row * 65] = 0
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

try {
  const before = memory()
  const watching = Array.from({ length: WATCHERS }, watch)
  await Promise.all(watching.map(({ begun }) => begun))
  await pause(2000)
  const during = memory()
  const headers = { cookie: 'XSRF-TOKEN=bench', 'x-xsrf-token': 'bench' }
  const json = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'm@example.org', password: PASSWORD })
  const signedIn = await fetch(`${url}/signin`, { method: 'POST', headers: json, body })
  const [session] = signedIn.headers.getSetCookie().filter((cookie) => cookie.startsWith('session'))
  headers.cookie += `; ${session.split(';')[0]}`
  const { uid } = await signedIn.json()
  const form = new FormData()
  form.append('image', new Blob([png()]), 'page.png')
  const address = `${url}/api/upload/${uid}/${topic.id}/letters`
  const { id } = await (await fetch(address, { method: 'POST', headers, body: form })).json()

  const told = performance.now()
  await fetch(`${url}/api/activate-post/${id}`, { method: 'PUT', headers })
  await Promise.all(watching.map((each) => each.told))
  const heard = performance.now() - told
  console.log('| watchers | before, MB | watching, MB | each, kB | all have heard of a post after, ms |')
  console.log('|---|---|---|---|---|')
  const each = ((during - before) * 1000) / WATCHERS
  console.log(`| ${WATCHERS} | ${before.toFixed(1)} | ${during.toFixed(1)} | ${each.toFixed(1)} | ${heard.toFixed(0)} |`)
  for (const { socket } of watching) socket.destroy()
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.on('close', resolve))
  rmSync(folder, { recursive: true, force: true })
}
