/** Adding a filled form: every way in, and what can go wrong on the way. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { transferOf } from './files.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'

let server
let path
let filled
let browser
let mara
let page

before(async () => {
  server = await Server.start()
  const bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  path = `/book/contribute/post/hand/${bid}`
  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const bytes = await fill(new Uint8Array(await blank.arrayBuffer()), { 2: 'By the stove' })
  filled = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  browser = await launch()
})

beforeEach(async () => {
  mara = await visitor(browser, { url: server.url })
  page = mara.page
  await page.goto('/library')
  await page.goto(`/signin?last=${path.slice(1)}`)
  await signIn(page, MARA)
  await page.getByText('How It Works').waitFor()
})

afterEach(() => mara.close())

after(async () => {
  await browser?.close()
  await server?.stop()
})

const chooseFile = () => page.getByLabel('Choose your PDF or PNG')
const isRead = () => page.getByRole('heading', { name: 'We found one answer' }).waitFor()

test('a form can be dropped anywhere on the page', async () => {
  const transfer = await transferOf(page, filled)
  await page.dispatchEvent('header', 'dragover', { dataTransfer: transfer })
  await page.getByText('Drop it anywhere', { exact: true }).waitFor()
  await page.dispatchEvent('header', 'drop', { dataTransfer: transfer })
  await isRead()
})

test('a form can be pasted', async () => {
  await page.evaluate(
    (clipboardData) => window.dispatchEvent(new ClipboardEvent('paste', { clipboardData })),
    await transferOf(page, filled),
  )
  await isRead()
})

test('other files are refused before they are sent', async () => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/extract')) sent += 1
  })
  const refused = { name: 'note.docx', mimeType: 'application/msword', buffer: Buffer.from('x') }
  await chooseFile().setInputFiles(refused)
  await page.getByText('“note.docx” is neither a PDF nor a PNG.').waitFor()
  const large = { ...filled, name: 'large.pdf', buffer: Buffer.alloc(34_000_000) }
  await chooseFile().setInputFiles(large)
  await page.getByText('“large.pdf” is 34.0 MB. The limit is 32 MB.').waitFor()
  assert.equal(sent, 0)
})

test('a lost connection is waited for', async () => {
  let lost = 0
  await page.route('**/extract', (route) => {
    lost += 1
    return lost === 1 ? route.abort('connectionfailed') : route.continue()
  })
  await chooseFile().setInputFiles(filled)
  await page.getByText('Connection lost, retrying').waitFor()
  await isRead()
})

for (const [name, size] of [
  ['desktop', { width: 1280, height: 720 }],
  ['phone', { width: 390, height: 664 }],
]) {
  test(`submit needs no scrolling, and covers nothing: ${name}`, async () => {
    await page.setViewportSize(size)
    await chooseFile().setInputFiles(filled)
    await isRead()
    const [top, height] = await page.evaluate(() => [scrollY, document.documentElement.scrollHeight])
    assert.equal(top, 0)
    assert.ok(height > size.height, 'the page needs no scrolling at all')
    const submit = await page.getByRole('button', { name: 'Submit one answer' }).boundingBox()
    assert.ok(submit.y + submit.height <= size.height, `Submit is at ${submit.y}`)
    assert.deepEqual(await page.evaluate(coveredWhenFocused), [])
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    assert.deepEqual(await page.evaluate(coveredInFooter), [])
  })
}

test('leaving an upload is asked once, by link and by Back', async () => {
  await page.route('**/extract', () => {})
  await chooseFile().setInputFiles(filled)
  const question = page.getByRole('dialog', { name: 'Leave this page?' })

  await page.getByRole('link', { name: 'Library', exact: true }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  assert.equal(new URL(page.url()).pathname, path)

  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
  await question.waitFor()
  assert.equal(new URL(page.url()).pathname, path)
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((url) => url.pathname !== path)
})

/** Runs in the page: the links of the footer with something over them. */
function coveredInFooter() {
  const links = [...document.querySelectorAll('footer a')]
  const isCovered = (link) => {
    const { x, y, width, height } = link.getBoundingClientRect()
    return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  return links.filter(isCovered).map(({ textContent }) => textContent)
}

/** Runs in the page: the controls of the content and the footer that something covers when they get the focus. */
function coveredWhenFocused() {
  const controls = document.querySelectorAll(':is(#content, footer) :is(a, button, input, summary)')
  const covered = []
  for (const control of controls) {
    control.focus()
    const { x, y, width, height } = control.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const shown = control.closest('label') ?? control
    if (document.activeElement === control && !shown.contains(top)) covered.push(shown.textContent)
  }
  scrollTo(0, 0)
  return covered
}
