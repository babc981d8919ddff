/** Mara shows her pages in a thread, and Ada looks at them, likes them and talks about them. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { ADA, MARA, openAs, signIn } from './community.mjs'
import { Server } from './server.mjs'
import { addPost, addTopic, drawPage } from './threads.mjs'

/** Posts as much as one may. */
const OTTO = { ...MARA, name: 'Otto Holm', email: 'otto@example.org', username: 'otto' }
const PHONE = { width: 390, height: 844 }

let server
let browser
let topics = 0

before(async () => {
  server = await Server.start()
  for (const member of [MARA, ADA, OTTO]) await server.addMember(member)
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** A topic with so many posts, the newest called "Page 1". */
async function threadOf(count, author = MARA) {
  topics += 1
  const topic = await addTopic(server, `Letters ${topics}`, `letters-${'abcdefghjkmnpq'[topics]}`)
  const { page, close } = await openAs(browser, server.url, author)
  const ids = []
  for (let n = count; n > 0; n -= 1) ids.unshift(await addPost(page, topic, { caption: `Page ${n}` }))
  await close()
  return { topic, ids, path: `/thread/${topic.code}` }
}

const cards = (page) => page.getByRole('article')
const cardOf = (page, name) => cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })

/** Answers calls whose address matches only when told to. */
async function hold(page, pattern) {
  let release
  const told = new Promise((resolve) => {
    release = resolve
  })
  const calls = []
  await page.route(pattern, async (route) => {
    calls.push(route.request())
    await told
    await route.fallback()
  })
  return { calls, release }
}

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
  await dialog.getByLabel('What it says or shows (optional)').fill('A bird on a roof.')
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
  await visiting.close()
  assert.deepEqual(complaints, [])
  await close()
})

test('a like shows at once, is put back when it is refused, and ten presses end right', async () => {
  const { path } = await threadOf(1)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.goto(path)
  const like = cards(page).first().getByRole('button', { name: /^Like/ })
  await like.waitFor()
  const held = await hold(page, '**/api/like/add')
  const pressed = Date.now()
  await like.click()
  await page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()
  assert.ok(Date.now() - pressed < 1000, 'it waited for the server')
  held.release()
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
  for (let tries = 0; tries < 100 && together > 0; tries += 1) await page.waitForTimeout(50)
  assert.equal(Math.max(...calls), 1, 'two calls were under way')
  await page.reload()
  await page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()

  await page.unroute('**/api/like/*')
  await page.route('**/api/like/remove', (route) => route.fulfill({ status: 500, body: '{}' }))
  await like.click()
  await page.getByText('Could not save your like. Try again.').waitFor()
  await page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()
  await close()
})

test('cards keep their size, and posts stop coming by themselves', async () => {
  const { path } = await threadOf(21, OTTO)
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
  await cards(page).first().waitFor()
  const more = page.getByRole('button', { name: 'Show more' })
  for (let tries = 0; tries < 100 && (await more.count()) === 0; tries += 1) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(200)
  }
  assert.equal(await cards(page).count(), 18)
  assert.ok((await page.evaluate(() => window.shift)) < 0.02, 'the grid jumped')
  assert.match(page.url(), /\?after=/)
  assert.ok(await page.getByRole('contentinfo').isVisible())
  await more.click()
  await cards(page).nth(20).waitFor()
  assert.equal(await more.count(), 0)
  await page.getByText('3 more posts, 21 shown').waitFor({ state: 'attached' })

  // A reload resumes where one was, with a way to the newest.
  await page.reload()
  await page.getByRole('link', { name: 'Back to the newest' }).click()
  await cardOf(page, 'Page 1').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('a post opens as a place above its thread, and going back returns to the card', async () => {
  const { path, ids } = await threadOf(9)
  const { page, complaints, close } = await openAs(browser, server.url, ADA, PHONE)
  await page.goto(path)
  await cards(page).first().waitFor()
  for (let tries = 0; tries < 60 && (await cards(page).count()) < 9; tries += 1) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(200)
  }
  const link = page.getByRole('link', { name: 'Page 5', exact: true })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  const dialog = page.getByRole('dialog')
  const isBack = async () => {
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL(`**${path}**`)
    await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[4]}`)
    const scrolled = Math.abs((await page.evaluate(() => scrollY)) - before)
    assert.ok(scrolled <= 50, `scrolled by ${scrolled}`)
    assert.equal(await cards(page).count(), 9)
  }
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await link.click()
    await page.getByRole('dialog', { name: 'Page 5' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/posts/${ids[4]}`)
    await checkPage(page)
    await leave()
    await isBack()
  }

  await link.click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'Page 6' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/posts/${ids[5]}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'Page 4' }).waitFor()
  const pasted = page.url()
  await page.keyboard.press('Escape')
  await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[3]}`)
  assert.deepEqual(complaints, [])
  await close()

  const visiting = await visitor(browser, { url: server.url })
  await visiting.page.goto(pasted)
  await visiting.page.getByRole('heading', { level: 1, name: 'Page 4' }).waitFor()
  assert.equal(await visiting.page.getByRole('dialog').count(), 0)
  await checkPage(visiting.page)
  await visiting.close()
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

  await comment.getByRole('button', { name: /^Delete/ }).click()
  await comment.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await comment.waitFor()
  await comment.getByRole('button', { name: /^Delete/ }).click()
  await comment.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await comment.waitFor()
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
  await field.press('Control+Enter')
  await page.getByRole('heading', { name: 'Comments (1)' }).waitFor()
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Lovely ink.' }).waitFor()
  assert.equal(await field.inputValue(), '')
  await close()
})

test('the preview goes on where the thread below has stopped', async () => {
  const { path, ids } = await threadOf(5, ADA)
  const { page, complaints, close } = await openAs(browser, server.url, ADA, PHONE)
  // Then nothing comes by itself.
  await page.addInitScript(() => delete window.IntersectionObserver)
  await page.goto(path)
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  assert.equal(await cards(page).count(), 3)
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await page.getByText('Post 3 of 5').waitFor()
  for (const name of ['Page 4', 'Page 5']) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name }).waitFor()
  }
  assert.equal(new URL(page.url()).pathname, `/posts/${ids[4]}`)
  await page.keyboard.press('ArrowRight')
  await page.getByText('This is the last post of the thread.').waitFor()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[4]}`)
  assert.deepEqual(complaints, [])
  await close()
})

test('a deleted post is gone at once, and undone it stands where it stood', async () => {
  const { path, ids } = await threadOf(3)
  const { page, close } = await openAs(browser, server.url, MARA)
  await page.goto(path)
  const card = cardOf(page, 'Page 2')
  const held = await hold(page, '**/api/posts/remove/*')
  await card.getByRole('button', { name: /^Delete/ }).click()
  await card.waitFor({ state: 'detached' })
  held.release()
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

test('a link is shared on plain http, where the browser has no clipboard for pages', async () => {
  const { ids } = await threadOf(1)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', () => {
      window.copied = document.getSelection()?.toString() || document.activeElement?.value
    })
  })
  await page.goto(`/posts/${ids[0]}`)
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByText('Post share URL has been copied to the clipboard!').first().waitFor()
  assert.equal(await page.evaluate(() => window.copied), `${server.url}/posts/${ids[0]}`)
  await close()
})

test('keys go through the cards, like and open them', async () => {
  const { path } = await threadOf(3)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.goto(path)
  await cards(page).first().waitFor()
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Page 2')
  await page.keyboard.press('l')
  await page.getByRole('button', { name: /^Like \(1\), Page 2/, pressed: true }).waitFor()
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
  await page.getByRole('button', { name: /^Like \(1\), Page 1/ }).waitFor()

  await page.goto(`/posts/${ids[0]}`)
  await page.getByRole('heading', { name: 'Comments (0)' }).waitFor()
  await mara.page.getByLabel('Your comment').fill('From my own desk.')
  await mara.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('From my own desk.').waitFor()
  assert.deepEqual(complaints, [])
  await mara.close()
  await close()
})
