/** Mara uploads a page to a thread: every way in, poor Wi-Fi, and second thoughts. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { checkPage, launch } from './browser.mjs'
import { MARA, openAs } from './community.mjs'
import { transferOf } from './files.mjs'
import { Server } from './server.mjs'
import { addTopic, drawPage } from './threads.mjs'
import { Wire } from './wire.mjs'

const CALL = '**/api/upload/**'
const PATH = '/thread/letters'

let server
let wire
let browser
let mara
let page
let drawn

before(async () => {
  server = await Server.start()
  wire = await Wire.to(server.url)
  await addTopic(server, 'Letters', 'letters')
  await server.addMember(MARA)
  browser = await launch()
})

beforeEach(async () => {
  mara = await openAs(browser, wire.url, MARA)
  page = mara.page
  drawn = await drawPage(page)
  await tidyUp()
  await page.goto('/thread')
  await page.getByRole('link', { name: /Letters/ }).click()
  await addButton().waitFor()
})

afterEach(() => mara.close())

after(async () => {
  await browser?.close()
  wire?.close()
  await server?.stop()
})

const addButton = () => page.getByRole('button', { name: 'Upload a page', exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Upload a page to Letters' })
const row = () => dialog().locator('[data-mark]')
const says = (words) => row().getByText(words).waitFor()
const isUploaded = () => dialog().getByText(/Your page is uploaded/).waitFor()

async function choose(file = drawn) {
  await addButton().click()
  await dialog().locator('input[type=file]').setInputFiles(file)
  await row().waitFor()
}

async function send() {
  await dialog().getByLabel('Caption (optional)').fill('The heron')
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
}

/** Answers how to set how many bytes leave in a second. */
async function slowly() {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return (uploadThroughput) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

/** The posts that wait to be published, by their captions. */
const pending = () =>
  page.evaluate(async () => {
    const reply = await fetch(`/api/usr/posts?uid=${localStorage.getItem('uid')}`)
    const posts = await reply.json()
    return Array.isArray(posts) ? posts.map(({ caption }) => caption) : []
  })

/** Deletes what an earlier story has left. */
async function tidyUp() {
  await page.evaluate(async () => {
    const [, token] = document.cookie.match(/XSRF-TOKEN=([^;]+)/)
    const reply = await fetch(`/api/usr/posts?uid=${localStorage.getItem('uid')}`)
    const posts = await reply.json()
    for (const { id } of Array.isArray(posts) ? posts : []) {
      const headers = { 'x-xsrf-token': token }
      await fetch(`/api/posts/remove/${id}`, { method: 'DELETE', headers })
    }
  })
}

test('a page is chosen, dropped anywhere or pasted: the row is the same', async () => {
  const closed = async () => {
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'hidden' })
  }
  await choose()
  const words = await row().innerText()
  assert.match(words, /page\.png/)
  await checkPage(page)
  await closed()

  const transfer = await transferOf(page, drawn)
  await page.dispatchEvent('header', 'dragover', { dataTransfer: transfer })
  await page.getByText('Drop it anywhere', { exact: true }).waitFor()
  await page.dispatchEvent('header', 'drop', { dataTransfer: transfer })
  await row().waitFor()
  assert.equal(await row().innerText(), words)
  await closed()

  await page.evaluate(
    (clipboardData) => window.dispatchEvent(new ClipboardEvent('paste', { clipboardData })),
    await transferOf(page, drawn),
  )
  await row().waitFor()
  assert.equal(await row().innerText(), words)
})

test('what is no PNG or too large is refused before it is sent', async () => {
  let sent = 0
  await page.route(CALL, (route) => {
    sent += 1
    return route.continue()
  })
  await addButton().click()
  const field = dialog().locator('input[type=file]')
  await field.setInputFiles({
    name: 'note.docx',
    mimeType: 'application/msword',
    buffer: Buffer.from('x'),
  })
  await dialog().getByText('Please select a PNG file.').waitFor()
  const large = Buffer.concat([drawn.buffer, Buffer.alloc(34_000_000)])
  await field.setInputFiles({ ...drawn, name: 'large.png', buffer: large })
  await dialog().getByText(/“large\.png” is 34\.\d MB\. The limit is 32 MB\./).waitFor()
  assert.equal(sent, 0)
})

test('the row tells how much has left, and can be stopped', async () => {
  const noisy = await drawPage(page, { name: 'noisy.png', noise: true })
  const speed = await slowly()
  await choose(noisy)
  await speed(300_000)
  await send()
  await says(/^Sending… [1-9]\d?%$/)
  const bar = row().getByRole('progressbar', { name: 'Sending noisy.png' })
  assert.ok((await bar.getAttribute('value')) > 0)
  await checkPage(page)
  await row().getByRole('button', { name: 'Cancel' }).click()
  await row().getByText(/^Sending/).waitFor({ state: 'hidden' })
  assert.deepEqual(await pending(), [])

  // Nothing is lost by that: neither the page nor the words.
  await speed(-1)
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  await isUploaded()
  assert.deepEqual(await pending(), ['The heron'])
})

test('an upload whose Wi-Fi is lost on the way waits, and goes on by itself', async () => {
  const speed = await slowly()
  await choose(await drawPage(page, { noise: true }))
  await speed(300_000)
  await send()
  await says(/^Sending… [1-9]\d?%$/)
  wire.cut()
  await says('Connection lost, retrying')
  assert.equal(await dialog().getByRole('alert').count(), 0)
  await checkPage(page)
  await speed(-1)
  wire.mend()
  await isUploaded()
  assert.deepEqual(await pending(), ['The heron'])
})

test('after three attempts more there is Retry, and nothing is uploaded twice', async () => {
  const names = []
  let mode = 'lost'
  await page.route(CALL, async (route) => {
    names.push(route.request().headers()['idempotency-key'])
    // The first arrives, and its answer does not.
    if (names.length === 1) await route.fetch()
    if (mode === 'lost') await route.abort('connectionfailed')
    else await route.continue()
  })
  await choose()
  await send()
  await says('Connection lost, retrying')
  const retry = row().getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  assert.equal(names.length, 4)
  assert.equal(await row().getByRole('alert').innerText(), 'Inkfold can’t be reached.\n\nRetry')
  await checkPage(page)
  mode = 'there'
  await retry.click()
  await isUploaded()
  assert.equal(names.length, 5)
  assert.match(names[0], /^[0-9a-f]{32}$/)
  assert.equal(new Set(names).size, 1)
  assert.deepEqual(await pending(), ['The heron'])

  // Another picture is another upload.
  await dialog().getByRole('button', { name: 'Upload another' }).click()
  await dialog().locator('input[type=file]').setInputFiles(drawn)
  await row().waitFor()
  await send()
  await isUploaded()
  assert.notEqual(names[5], names[0])
  assert.equal((await pending()).length, 2)
})

test('leaving an upload is asked once: by closing, by Back and by the tab', async () => {
  await page.route(CALL, () => {})
  await choose()
  await send()
  await says(/^Sending/)

  await dialog().getByRole('button', { name: 'Close' }).click()
  await dialog().getByText('Your page is still being sent.').waitFor()
  await checkPage(page)
  await dialog().getByRole('button', { name: 'Keep sending' }).click()

  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
  await question.getByRole('button', { name: 'Stay here' }).click()
  assert.equal(new URL(page.url()).pathname, PATH)
  await says(/^Sending/)

  const asked = []
  page.on('dialog', (each) => {
    asked.push(each.type())
    return each.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  for (let tries = 0; tries < 50 && asked.length === 0; tries += 1) await page.waitForTimeout(100)
  assert.deepEqual(asked, ['beforeunload'])
  assert.equal(page.isClosed(), false)
  await says(/^Sending/)

  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((url) => url.pathname !== PATH)
})
