/** What a page shows while its scripts are on the way, and that they leave it in its place. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSteady, hold, visitor, watchShifts } from './browser.mjs'
import { ADA, KITCHEN, openAs } from './community.mjs'
import { cards, OTTO, threadCommunity } from './threads.mjs'

let server
let browser
let stop
let thread

before(async () => {
  let threadOf
  ;({ server, browser, threadOf, stop } = await threadCommunity())
  thread = (await threadOf(5, OTTO)).path
  for (const name of ['Winter', 'Letters & <tides>']) await server.addBook({ ...KITCHEN, name })
})

after(() => stop?.())

/** Opens a page whose scripts are held back, as a reader sees it: scripts can measure and focus it before its style sheet is there. */
async function openStyled(page, address) {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/')))
}

/** Rectangles and texts of the heading and the first card, and the names of the links and buttons of the header and the first cards. */
const look = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('#root')
    const shown = ['h1', '.cards > li', '.cards h2', '.cards img'].map((selector) => {
      const element = root.querySelector(selector)
      if (!element) return null
      const { x, y, width, height } = element.getBoundingClientRect()
      return [...[x, y, width, height].map(Math.round), selector.endsWith('li') ? '' : element.textContent]
    })
    const controls = [...root.querySelectorAll('header a, header button, .cards > :nth-child(-n + 3) :is(a, button)')]
    return [shown, controls.map((control) => control.getAttribute('aria-label') ?? control.textContent)]
  })

for (const [reader, path, options] of [
  ['a visitor', '/library', {}],
  ['a visitor', 'thread', {}],
  ['a visitor on a phone', 'thread', { width: 390, height: 800 }],
  ['a visitor on paper display', 'thread', { cookies: { display: 'paper' } }],
  ['a visitor on paper display', '/library', { cookies: { display: 'paper' } }],
]) {
  test(`${reader} reads ${path} before its scripts are there`, async () => {
    const address = path === 'thread' ? thread : path
    const { page, complaints, close } = await visitor(browser, { url: server.url, ...options })
    await watchShifts(page)
    const release = await hold(page, /\.js$/)
    await openStyled(page, address)
    await page.locator('.first-content h1').waitFor()
    await page.locator('.cards > li').first().waitFor()
    const before = await look(page)

    release()
    await page.locator('.first-content').waitFor({ state: 'detached' })
    assert.deepEqual(await look(page), before)
    await assertSteady(page)
    assert.deepEqual(complaints, [])
    await close()
  })
}

test('a later page on paper display waits for its scripts', async () => {
  const code = thread.split('/').at(-1)
  const reader = await visitor(browser, { url: server.url, cookies: { display: 'paper' } })
  await reader.page.goto(`${thread}?page=2`)
  await cards(reader.page).first().waitFor()
  await reader.page.getByText('Page 2 of 2').waitFor()
  const sent = await reader.page.request.get(`${thread}?page=2`)
  const text = await sent.text()
  assert.ok(!text.includes('first-content"'))
  assert.ok(text.includes(`code=${code}&limit=3&page=2 `), 'the page brings the posts that it shows')
  assert.ok((await (await reader.page.request.get(thread)).text()).includes('first-content"'))
  await reader.close()
})

test('a focused link keeps the focus when the scripts take over', async () => {
  const { page, close } = await visitor(browser, { url: server.url })
  const release = await hold(page, /\.js$/)
  await openStyled(page, '/library')
  await page.locator('.first-content').getByRole('link', { name: 'Threads' }).first().focus()
  release()
  await page.locator('.first-content').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Threads')
  await close()
})

test("a member's first content offers no sign-in", async () => {
  const { page, close } = await openAs(browser, server.url, ADA)
  const release = await hold(page, /\.js$/)
  await page.goto('/library', { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Letters & <tides>' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Main' }).getByText('Sign in').count(), 0)
  release()
  await page.locator('.first-content').waitFor({ state: 'detached' })
  await close()
})

test('links of the first content lead on without scripts', async () => {
  const { page, close } = await visitor(browser, { url: server.url })
  const release = await hold(page, /\.js$/)
  await page.goto(thread, { waitUntil: 'commit' })
  await cards(page).first().getByRole('heading').getByRole('link').click()
  await page.waitForURL('**/posts/*', { waitUntil: 'commit' })
  release()
  await close()
})
