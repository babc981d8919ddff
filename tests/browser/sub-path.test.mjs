/** A community below a path of its host: all of it works there, and nothing of it asks for anything else of the host. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { fill } from './fill.mjs'
import { PathProxy } from './path-proxy.mjs'
import { Server } from './server.mjs'
import { addTopic, drawPage } from './threads.mjs'

const BASE = '/ink'
const ANSWERS = { 1: 'Bread and wet coats', 2: 'Grandmother by the stove', 4: 'Two pear trees' }

let proxy
let server
let bid
let browser
let mara

/** Everything that Mara's browser has asked the host for. */
const asked = []
const at = (path) => proxy.url + BASE + path

before(async () => {
  proxy = await PathProxy.start(BASE)
  server = await Server.start({ INKFOLD_PUBLIC_URL: proxy.url + BASE })
  proxy.leadTo(server.url)
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  await addTopic(server, 'First lines', 'first-lines')
  browser = await launch()
  mara = await visitor(browser, { url: proxy.url })
  mara.page.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url())
    if (origin === proxy.url && protocol === 'http:') asked.push(pathname)
  })
})

after(async () => {
  await browser?.close()
  await server?.stop()
  await proxy?.stop()
})

const bar = (page) => page.getByRole('navigation', { name: 'Main' })
const arriveAt = (page, path) => page.waitForURL(({ href }) => href === at(path))

/** Loaded and decoded, and not merely present. */
async function assertIsThere(picture) {
  await picture.first().waitFor()
  const widths = await picture.evaluateAll(async (pictures) => {
    await Promise.all(pictures.map((each) => each.decode()))
    return pictures.map(({ naturalWidth }) => naturalWidth)
  })
  assert.ok(widths.length > 0 && widths.every((width) => width > 0), `${widths}`)
}

test('the first page opens with a slash and without, and leads on', async () => {
  const { page } = mara
  for (const home of ['', '/']) {
    await page.goto(at(home))
    await page.getByRole('link', { name: 'Get started' }).waitFor()
  }
  await checkPage(page)
  await page.getByRole('link', { name: 'Get started' }).click()
  await arriveAt(page, '/signup')
  await page.goBack()
  await arriveAt(page, '/')
})

test('Mara signs in and comes to the page that she asked for', async () => {
  const { page } = mara
  await page.goto(at('/settings'))
  await arriveAt(page, '/signin?last=settings')
  await signIn(page, { ...MARA, password: 'something else' })
  await page.getByText('Incorrect email or password. Please try again.').waitFor()
  await signIn(page, MARA)
  await arriveAt(page, '/settings')
  const cookies = await page.context().cookies(at('/'))
  assert.deepEqual(cookies.map(({ name, path }) => `${name} ${path}`).sort(), [
    `XSRF-TOKEN ${BASE}`,
    `session ${BASE}`,
  ])
})

test('the neighbours on the host are sent none of her cookies', async () => {
  const page = await mara.page.context().newPage()
  const neighbours = ['/', '/inkwell', '/inkwell/library']
  for (const path of neighbours) assert.equal((await page.goto(proxy.url + path)).status(), 404)
  const came = proxy.outside.splice(0).filter(({ pathname }) => pathname !== '/favicon.ico')
  assert.deepEqual(came, neighbours.map((pathname) => ({ pathname, cookie: undefined })))
  await page.close()
})

test('she takes the form of a book, fills it in and finds what she wrote', async () => {
  const { page } = mara
  await bar(page).getByRole('link', { name: 'Library' }).click()
  await arriveAt(page, '/library')
  await page.getByRole('link', { name: `Contribute to ${KITCHEN.name}` }).click()
  await arriveAt(page, `/book/contribute/post/type?bid=${bid}`)
  await page.getByRole('link', { name: 'Handwriting' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const blank = await readFile(await (await download).path())
  assert.equal(blank.subarray(0, 5).toString(), '%PDF-')
  const buffer = Buffer.from(await fill(blank, ANSWERS))
  const file = { name: 'page.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel('Choose your PDF or PNG').setInputFiles(file)
  await page.getByRole('heading', { name: 'We found 3 answers' }).waitFor()
  await page.getByRole('button', { name: 'Submit 3 answers' }).click()
  await arriveAt(page, '/finished')
  await page.goto(at(`/book/contribute/entry/${bid}`))
  await page.getByRole('heading', { name: 'Your entries' }).waitFor()
  await assertIsThere(page.getByRole('img', { name: 'Your handwriting' }))
})

test('the published book is read and saved', async () => {
  const { page } = mara
  await server.command('book', 'publish', bid)
  await page.goto(at(`/book/${bid}/read/smell`))
  await assertIsThere(page.locator('main img'))
  await page.goto(at(`/book/contribute/entry/${bid}`))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the book' }).click()
  const book = await readFile(await (await download).path())
  assert.equal(book.subarray(0, 5).toString(), '%PDF-')
})

test('a page is posted to a thread, seen there, and found again by a reload', async () => {
  const { page } = mara
  await bar(page).getByRole('link', { name: 'Threads' }).click()
  await arriveAt(page, '/thread')
  await page.getByRole('link', { name: /First lines/ }).click()
  await arriveAt(page, '/thread/first-lines')
  await page.getByRole('button', { name: 'Upload a page' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await drawPage(page))
  await dialog.getByLabel('Caption (optional)').fill('The heron')
  await dialog.getByLabel('Transcription or description (optional)').fill('A bird on a roof.')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByRole('link', { name: 'Go to your pending posts' }).click()
  await arriveAt(page, '/activate/posts')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByText('Published', { exact: true }).waitFor()

  await page.goto(at('/thread/first-lines'))
  await assertIsThere(page.getByRole('article').getByRole('img', { name: 'A bird on a roof.' }))
  for (let tries = 0; tries < 100 && !proxy.passed.includes(`GET ${BASE}/api/thread/live`); tries += 1) {
    await page.waitForTimeout(50)
  }
  assert.ok(proxy.passed.includes(`GET ${BASE}/api/thread/live`), 'the thread is not watched')
  await page.getByRole('link', { name: 'The heron', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname.startsWith(`${BASE}/posts/`))
  const { href } = new URL(page.url())
  await page.reload()
  await assertIsThere(page.getByRole('img', { name: 'A bird on a roof.' }))
  assert.equal(page.url(), href)
  const preview = page.locator('meta[property="og:image"]')
  assert.ok((await preview.getAttribute('content')).startsWith(at('/media/')))
})

test('the icon lies below the path', async () => {
  const icon = await mara.page.locator('link[rel="icon"]').getAttribute('href')
  const answer = await mara.page.request.get(new URL(icon, mara.page.url()).href)
  assert.deepEqual([icon, answer.status()], [`${BASE}/favicon.svg`, 200])
})

test('what the browser keeps is named after the path', async () => {
  const { page } = mara
  const keys = await page.evaluate(() => Object.keys(localStorage))
  assert.ok(keys.includes(`${BASE}/uid`), `${keys}`)
  assert.deepEqual(keys.filter((key) => !key.startsWith(`${BASE}/`)), [])
})

test('Mara signs out, and the pages of members are closed', async () => {
  const { page } = mara
  await page.goto(at('/library'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign In' }).click()
  await arriveAt(page, '/signin')
  await page.goto(at('/activate/posts'))
  await arriveAt(page, '/signin?last=activate/posts')
})

test('where the worker runs, the shell opens below the path without its server', async () => {
  const { page, close } = await visitor(browser, { url: proxy.url })
  await page.goto(at('/'))
  const scope = await page.evaluate(async (script) => {
    const { scope } = await navigator.serviceWorker.register(script)
    await navigator.serviceWorker.ready
    return scope
  }, `${BASE}/service-worker.js`)
  assert.equal(scope, at('/'))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(at('/library'))
  await page.getByText(KITCHEN.name).first().waitFor()
  await page.context().setOffline(true)
  await page.goto(at('/library'))
  await page.getByText('Inkfold can’t be reached. Trying again in 5 s').waitFor()
  await close()
})

test('nothing was asked for outside of the path, and the browser had nothing to complain about', () => {
  assert.ok(asked.length > 50, `${asked.length}`)
  assert.deepEqual(asked.filter((path) => path !== BASE && !path.startsWith(`${BASE}/`)), [])
  // Before it has read that a page names its icon, a browser may ask for this by itself.
  const outside = proxy.outside.filter(({ pathname }) => pathname !== '/favicon.ico')
  assert.deepEqual(outside, [])
  assert.deepEqual(mara.complaints, [])
})
