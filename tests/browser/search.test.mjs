/** Ada looks for what Mara has written: by words, in vain, and while the server does not answer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'

let server
let browser
let bid

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  for (const member of [MARA, ADA]) await server.addMember(member)
  browser = await launch()
  const { page, close } = await openAs(browser, server.url, MARA)
  await page.goto(`/book/contribute/post/text/${bid}`)
  await page.getByRole('button', { name: /^Question 1/ }).click()
  await page.getByLabel('Your answer').fill('Of bread, and of the rain outside.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await close()
  await server.command('book', 'publish', bid)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

async function look(page, words) {
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('searchbox').press('Enter')
}

test('whoever comes without words can type them at once', async () => {
  const { page, complaints, close } = await visitor(browser, { url: server.url })
  await page.goto('/search')
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search')
  assert.equal(await page.getByRole('navigation', { name: 'What to search' }).count(), 0)
  await checkPage(page)
  assert.deepEqual(complaints, [])
  await close()
})

test('what is found is marked, and leads to the memo', async () => {
  const { page, complaints, close } = await openAs(browser, server.url, ADA)
  await page.goto('/search')
  // The index follows what is written by a moment.
  const hit = page.getByRole('article').filter({ hasText: 'rain outside' })
  for (let tries = 0; tries < 20 && (await hit.count()) === 0; tries += 1) {
    await page.goto('/search?q=rain')
    await page
      .getByRole('status')
      .filter({ hasText: /result|found/ })
      .first()
      .waitFor()
  }
  assert.deepEqual(await hit.locator('mark').allInnerTexts(), ['rain'])
  await checkPage(page)
  await hit.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: KITCHEN.prompts.smell }).waitFor()
  await page.getByText('Of bread, and of the rain outside.').waitFor()
  await page.goBack()
  await hit.waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('where nothing is found, there is a way on', async () => {
  const { page, close } = await visitor(browser, { url: server.url, width: 390, height: 844 })
  await page.goto('/search?kind=book')
  await look(page, 'xyzzy')
  await page.getByText('Nothing was found for “xyzzy”.').waitFor()
  await checkPage(page)
  await page.getByRole('link', { name: 'Search everything' }).click()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search')
  assert.equal(await page.getByRole('searchbox').inputValue(), '')
  await close()
})

test('a search that cannot reach the server says so, and can be tried again', async () => {
  const { page, close } = await visitor(browser, { url: server.url })
  const calls = '**/api/search?*'
  await page.route(calls, (route) => route.abort())
  await page.goto('/search')
  await look(page, 'kitchen')
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await checkPage(page)
  await page.unroute(calls)
  await again.click()
  await page
    .locator('mark', { hasText: /^kitchen$/i })
    .first()
    .waitFor()
  await close()
})
