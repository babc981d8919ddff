/** Mara shows her pages in a thread, and whoever comes by looks through them. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, before, test } from 'node:test'
import { checkPage, hold, visitor } from './browser.mjs'
import { ADA, MARA, openAs, signIn } from './community.mjs'
import { addTopic, cardOf, cards, drawPage, OTTO, threadCommunity } from './threads.mjs'

let server
let browser
let threadOf
let stop

before(async () => {
  ;({ server, browser, threadOf, stop } = await threadCommunity())
})

after(() => stop?.())

test('a page is posted, waits to be published, and is then seen by everybody', async () => {
  const topic = await addTopic(server, 'First lines', 'first-lines')
  const { page, complaints, close } = await openAs(browser, server.url, MARA)
  await page.goto('/thread')
  await page.getByRole('link', { name: /First lines/ }).click()
  await page.getByText('No posts are available in this category.').waitFor()
  await checkPage(page)

  await page.getByRole('button', { name: 'Upload a page' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByText('No file selected.').waitFor()
  const choose = (name, buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('page.png', Buffer.from('\xff\xd8\xff\xe0 JFIF', 'latin1'))
  await dialog.getByText('Please select a PNG file.').waitFor()
  await choose('page.png', (await drawPage(page)).buffer)
  await dialog.getByRole('img', { name: 'The page you have chosen' }).waitFor()
  await dialog.getByLabel('Caption (optional)').fill('The heron')
  await dialog.getByLabel('Transcription or description (optional)').fill('A bird on a roof.')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByRole('link', { name: 'Go to your pending posts' }).click()

  await page.waitForURL('**/activate/posts')
  await page.getByText('Select the Publish button below the post to activate.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByText('Published', { exact: true }).waitFor()

  const visiting = await visitor(browser, { url: server.url })
  await visiting.page.goto(`/thread/${topic.code}`)
  await cardOf(visiting.page, 'The heron').getByRole('img', { name: 'A bird on a roof.' }).waitFor()
  await checkPage(visiting.page)
  await visiting.page.goto('/thread')
  const listed = visiting.page.getByRole('article', { name: 'First lines' })
  await listed.getByRole('img', { name: 'A bird on a roof.' }).waitFor()
  await listed.getByText('1 post').waitFor()
  await listed.getByText(`${MARA.name} · `).waitFor()
  await checkPage(visiting.page)
  await visiting.close()
  assert.deepEqual(complaints, [])
  await close()
})

test('cards keep their size, posts load on scrolling, and a reload keeps them', async () => {
  const { path } = await threadOf(27, OTTO)
  const { page, complaints, close } = await openAs(browser, server.url, ADA)
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => {
      const isOfGrid = ({ node }) => node?.parentElement?.closest('main ul')
      for (const entry of list.getEntries()) {
        if (entry.sources.some(isOfGrid)) window.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  const address = page.url()
  await cards(page).first().waitFor()
  for (let tries = 0; tries < 150 && (await cards(page).count()) < 27; tries += 1) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(200)
  }
  await cards(page).nth(26).waitFor()
  assert.ok((await page.evaluate(() => window.shift)) < 0.02, 'the grid jumped')
  assert.ok(await page.getByRole('contentinfo').isVisible())
  await page.getByText('3 more posts, 27 shown').waitFor({ state: 'attached' })
  assert.equal(page.url(), address)

  // The place stands in the history alone: whoever the address is sent to sees the thread from its top.
  await cardOf(page, 'Page 20').getByRole('link', { name: 'Page 20', exact: true }).click()
  await page.getByRole('dialog', { name: 'Page 20' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'Page 21' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(address)
  const sent = await visitor(browser, { url: server.url })
  await sent.page.goto(address)
  await cardOf(sent.page, 'Page 1').waitFor()
  assert.equal(await cardOf(sent.page, 'Page 20').count(), 0)
  await sent.close()

  await cardOf(page, 'Page 20').scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await page.reload()
  await cardOf(page, 'Page 1').waitFor()
  await cardOf(page, 'Page 27').waitFor()
  assert.equal(page.url(), address)
  await page.waitForFunction((before) => Math.abs(scrollY - before) < 5, scrolled)
  assert.deepEqual(complaints, [])
  await close()
})

test('a deleted post is gone at once, and undone it stands where it stood', async () => {
  const { path, ids } = await threadOf(3)
  const { page, close } = await openAs(browser, server.url, MARA)
  await page.goto(path)
  const card = cardOf(page, 'Page 2')
  const release = await hold(page, '**/api/posts/remove/*')
  await card.getByRole('button', { name: /^Delete/ }).click()
  await card.waitFor({ state: 'detached' })
  release()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await card.waitFor()
  const names = await page.getByRole('article').getByRole('heading').allInnerTexts()
  assert.deepEqual(names, ['Page 1', 'Page 2', 'Page 3'])
  await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[1]}`)

  await page.route('**/api/posts/remove/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await card.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText(/could not be deleted/i).waitFor()
  await card.waitFor()
  await close()

  // Nobody else can.
  const other = await openAs(browser, server.url, ADA)
  await other.page.goto(path)
  await cards(other.page).first().waitFor()
  assert.equal(await other.page.getByRole('button', { name: /^Delete/ }).count(), 0)
  await other.close()
})

test('keys go through the cards, like and open them', async () => {
  const { path } = await threadOf(3)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.goto(path)
  await cards(page).first().waitFor()
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Page 2')
  await page.keyboard.press('l')
  await page.getByRole('button', { name: /^Like \(1\) “Page 2”/, pressed: true }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Page 2' }).waitFor()
  await close()
})

test('paper display turns pages', async () => {
  const { path } = await threadOf(4)
  const { page, close } = await openAs(browser, server.url, ADA, { cookies: { display: 'paper' } })
  await page.goto(path)
  await cardOf(page, 'Page 1').waitFor()
  await checkPage(page)
  assert.equal(await page.getByRole('button', { name: 'Previous' }).count(), 1)
  await page.getByRole('link', { name: 'Next' }).or(page.getByRole('button', { name: 'Next' })).click()
  await cardOf(page, 'Page 4').waitFor()
  assert.equal(await cards(page).count(), 1)
  await page.getByRole('button', { name: /^Like \(0\)/ }).click()
  await page.getByText('Like (1)').waitFor()
  await close()
})

test('a visitor is led to sign-in and comes back; what is gone is told', async () => {
  const { path } = await threadOf(1)
  const { page, close } = await visitor(browser, { url: server.url })
  await page.goto('/thread')
  await page.getByText('You must sign in to post to this thread.').first().waitFor()
  await page.goto('/posts/nothing')
  await page.getByText('Item no longer available.').waitFor()
  await checkPage(page)
  await page.goto(path)
  await cards(page).first().getByRole('button', { name: /^Like/ }).click()
  await page.waitForURL('**/signin?last=**')
  await signIn(page, ADA)
  await page.waitForURL(`**${path}`)
  await close()
})
