/**
 * How soon a page is there for somebody with an empty cache, a slow processor and a slow network.
 *
 *   node tests/bench/first-load.mjs [EXECUTABLE]
 *
 * Serves the sample community on a free port, opens pages in Chromium with the processor slowed down 6 times and a network of
 * 400 kbit/s with 400 ms to and fro, and prints the median of three loads of each: largest contentful paint, layout shift,
 * requests, scripts, and bytes on the wire.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const { chromium } = createRequire(new URL('../browser/package.json', import.meta.url))(
  'playwright-core',
)

const executable = process.argv[2] ?? process.env.TESTED_EXECUTABLE ?? 'inkfold'
const MEMBER = { email: 'mara@example.org', password: 'ink-and-paper' }
const SLOWDOWN = 6
const NETWORK = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const LOADS = 3
/** Milliseconds without a request after which a page is complete. */
const QUIET = 3_000
const PAGES = [
  ['home', '/', {}],
  ['sign-in', '/signin', {}],
  ['library', '/library', { member: true }],
  ['topic', '/thread/drawings', { member: true }],
  ['settings', '/settings', { member: true }],
  ['library, paper display', '/library', { member: true, paper: true }],
]

const folder = mkdtempSync(join(tmpdir(), 'inkfold-bench-'))
const server = spawn(
  executable,
  ['--data-dir', join(folder, 'data'), 'serve', '--demo', '--listen', '127.0.0.1:0'],
  { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
)
const url = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [, address] = line.match(/^listening on (http:\/\/\S+)/) ?? []
    if (address) resolve(address)
  })
})

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
})

/** Processor time that the server has taken so far, in ticks of the kernel's clock. */
const ticks = () => {
  const [, fields] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return user + system
}

/** Waits until the server has set the sample community's books, which would slow the browser down. */
async function serverAtRest() {
  for (let before = -1; ticks() - before > 2; ) {
    before = ticks()
    await new Promise((resolve) => setTimeout(resolve, QUIET))
  }
}

/** Cookies of the member, who signs in on a fast network. */
async function signIn() {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/signin`)
  await page.getByLabel('Email').fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/begin')
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens the page with an empty cache, and measures until nothing is asked for any more. */
async function load(path, storageState, paper) {
  const context = await browser.newContext({ storageState, serviceWorkers: 'block' })
  if (paper) await context.addCookies([{ name: 'display', value: 'paper', url }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const asked = { requests: 0, scripts: 0, bytes: 0 }
  let last = Date.now()
  devtools.on('Network.requestWillBeSent', ({ type }) => {
    asked.requests += 1
    asked.scripts += type === 'Script' ? 1 : 0
    last = Date.now()
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    asked.bytes += encodedDataLength
    last = Date.now()
  })
  await page.goto(url + path)
  while (Date.now() - last < QUIET) await page.waitForTimeout(250)
  const seen = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const seen = { paint: 0, shift: 0 }
        const observe = (type, add) =>
          new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
            type,
            buffered: true,
          })
        observe('largest-contentful-paint', (entry) => {
          seen.paint = entry.startTime
        })
        observe('layout-shift', (entry) => {
          seen.shift += entry.hadRecentInput ? 0 : entry.value
        })
        setTimeout(() => resolve(seen), 200)
      }),
  )
  await context.close()
  return { ...asked, ...seen }
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]

try {
  const member = await signIn()
  await serverAtRest()
  console.log('| page | largest paint, s | layout shift | requests | scripts | kB |')
  console.log('|---|---|---|---|---|---|')
  for (const [name, path, options] of PAGES) {
    const loads = []
    for (let n = 0; n < LOADS; n += 1) {
      loads.push(await load(path, options.member ? member : undefined, options.paper))
    }
    const of = (key) => median(loads.map((load) => load[key]))
    const paint = (of('paint') / 1000).toFixed(1)
    console.log(
      `| ${name} | ${paint} | ${of('shift').toFixed(3)} | ${of('requests')} | ${of('scripts')} | ${Math.round(of('bytes') / 1000)} |`,
    )
  }
} finally {
  await browser.close()
  server.kill()
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
