/** Likes and comments: at once, never twice, and never lost. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, hold } from './browser.mjs'
import { ADA, MARA, openAs } from './community.mjs'
import { addPost, cardOf, cards, threadCommunity } from './threads.mjs'

let server
let browser
let threadOf
let stop

before(async () => {
  ;({ server, browser, threadOf, stop } = await threadCommunity())
})

after(() => stop?.())

test('a like shows at once, is put back when it is refused, and ten presses end right', async () => {
  const { path } = await threadOf(1)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.goto(path)
  const like = cards(page).first().getByRole('button', { name: /^Like/ })
  await like.waitFor()
  const release = await hold(page, '**/api/like/add')
  await like.click()
  // The server's answer is still held, so this doesn't wait for it.
  await page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()
  release()
  await page.unroute('**/api/like/add')

  const calls = []
  let together = 0
  await page.route('**/api/like/*', async (route) => {
    together += 1
    calls.push(together)
    await route.fallback()
    await route.request().response()
    together -= 1
  })
  for (let press = 0; press < 10; press += 1) await like.click()
  // It was liked before and is in the end, so an even number of calls is all of them.
  const isSettled = () => together === 0 && calls.length % 2 === 0
  for (let tries = 0; tries < 100 && !isSettled(); tries += 1) await page.waitForTimeout(50)
  assert.equal(Math.max(...calls), 1, 'two calls were under way')
  await page.reload()
  await page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()

  await page.unroute('**/api/like/*')
  await page.route('**/api/like/remove', (route) => route.fulfill({ status: 500, body: '{}' }))
  await like.click()
  await page.getByText('Your like could not be saved. Something went wrong. Please try again.').waitFor()
  await page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()
  await close()
})

test('what is said is kept until it is sent, removed at once, and taken back', async () => {
  const { ids } = await threadOf(1)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.goto(`/posts/${ids[0]}`)
  const field = page.getByLabel('Your comment')
  await field.fill('Lovely ink.')
  await page.waitForTimeout(1000)
  await page.reload()
  assert.equal(await field.inputValue(), 'Lovely ink.')

  await page.route('**/api/comments/add', (route) => route.abort(), { times: 1 })
  await field.press('Control+Enter')
  await page.getByText(/Your comment could not be saved/).waitFor()
  assert.equal(await field.inputValue(), 'Lovely ink.')
  await field.press('Control+Enter')
  const comment = page.getByRole('listitem').filter({ hasText: 'Lovely ink.' })
  await comment.waitFor()
  assert.equal(await field.inputValue(), '')
  await page.getByRole('heading', { name: 'Comments (1)' }).waitFor()
  await checkPage(page)

  const undo = [
    () => page.getByRole('button', { name: 'Undo' }).click(),
    () => page.keyboard.press('Control+z'),
  ]
  for (const press of undo) {
    const removed = page.waitForResponse('**/api/comments/remove/*')
    await comment.getByRole('button', { name: /^Delete/ }).click()
    await comment.waitFor({ state: 'detached' })
    assert.ok((await removed).ok())
    const restored = page.waitForResponse('**/api/comments/restore/*')
    await press()
    await comment.waitFor()
    // It is in sight before the server has it again.
    assert.ok((await restored).ok())
  }
  await page.reload()
  await comment.waitFor()
  await close()
})

test('what was being sent when the tab was killed is there again', async () => {
  const { ids } = await threadOf(1, ADA)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.goto(`/posts/${ids[0]}`)
  const field = page.getByLabel('Your comment')
  await page.route('**/api/comments/add', () => {})
  await field.fill('Lovely ink.')
  await field.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'Lovely ink.' }).waitFor()
  assert.equal(await field.inputValue(), '')
  await page.reload()
  await page.unroute('**/api/comments/add')
  await page.getByText('Draft restored').waitFor()
  assert.equal(await field.inputValue(), 'Lovely ink.')
  await checkPage(page)
  const saved = new Promise((resolve) => {
    // The server has it, and the page is never told.
    page.route('**/api/comments/add', (route) => route.fetch().then(resolve))
  })
  await field.press('Control+Enter')
  await saved
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Lovely ink.' }).waitFor()
  assert.equal(await field.inputValue(), '')
  await close()
})

test('what others do is seen without a reload', async () => {
  const { topic, path, ids } = await threadOf(1)
  const { page, complaints, close } = await openAs(browser, server.url, ADA)
  await page.goto(path)
  await cardOf(page, 'Page 1').waitFor()
  const mara = await openAs(browser, server.url, MARA)
  await addPost(mara.page, topic, { caption: 'Just now' })
  await cardOf(page, 'Just now').waitFor()
  await mara.page.goto(`/posts/${ids[0]}`)
  await mara.page.getByRole('button', { name: /^Like/ }).click()
  await page.getByRole('button', { name: /^Like \(1\) “Page 1”/ }).waitFor()

  await page.goto(`/posts/${ids[0]}`)
  await page.getByRole('heading', { name: 'Comments (0)' }).waitFor()
  await mara.page.getByLabel('Your comment').fill('From my own desk.')
  await mara.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('From my own desk.').waitFor()
  assert.deepEqual(complaints, [])
  await mara.close()
  await close()
})
