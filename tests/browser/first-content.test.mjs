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

/** Rectangles of the first heading, card and picture, and the texts of the first two. */
const look = (page) =>
  page.evaluate(() => {
    const found = ['h1', '.cards > li', '.cards img, .cards h2'].map((selector) =>
      document.querySelector(`#root ${selector}`),
    )
    return found.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    })
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
    await page.goto(address, { waitUntil: 'commit' })
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
