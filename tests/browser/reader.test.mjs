/** Ada reads what Mara and others have written, on a screen and on paper display, and loves it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSteady, checkPage, launch, visitor, watchShifts } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs, signIn } from './community.mjs'
import { Server } from './server.mjs'

const NOA = { ...MARA, name: 'Noa Berg', email: 'noa@example.org', username: 'noa' }
const SCREENS = {
  'light, desktop': {},
  'dark, phone': { width: 390, height: 844, cookies: { theme: 'dark' } },
  'paper, e-reader': { width: 930, height: 1240, cookies: { display: 'paper' } },
  'paper, phone': { width: 390, height: 844, cookies: { display: 'paper' } },
}

let server
let browser
let bid
/** An answer of Mara's that came after the edition. */
let later

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  for (const member of [MARA, NOA, ADA]) await server.addMember(member)
  browser = await launch()
  const mara = await openAs(browser, server.url, MARA)
  await answer(mara.page, 'smell', 'Of bread, and of the rain outside.')
  await answer(mara.page, 'bread', 'My grandmother did.\nOn Saturdays.')
  const noa = await openAs(browser, server.url, NOA)
  await answer(noa.page, 'smell', 'Of apples.')
  await noa.close()
  await server.command('book', 'publish', bid)
  later = await answer(mara.page, 'chair', 'Nobody sat where they wanted.')
  await mara.close()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Answers a question as the page for typed text does; answers the memo's id. */
async function answer(page, qid, post) {
  const { status, memo } = await page.evaluate(
    async (body) => {
      const [, token] = document.cookie.match(/XSRF-TOKEN=([^;]*)/)
      const reply = await fetch('/api/memo/text/publish', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
        body: JSON.stringify({ ...body, uid: localStorage.getItem('uid') }),
      })
      return { status: reply.status, ...(await reply.json()) }
    },
    { bid, qid, post, question: '' },
  )
  assert.equal(status, 201)
  return memo.id
}

const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor()
const turn = (page, name) => page.getByRole('link', { name, exact: true }).click()
const love = (page, name) => page.getByRole('button', { name: `written by ${name}` })

test('from the library a book is read question by question', async () => {
  const { page, complaints, close } = await openAs(browser, server.url, ADA)
  await page.goto('/library')
  await page.getByRole('link', { name: `Read ${KITCHEN.name}` }).click()
  await heading(page, KITCHEN.name)
  // Only what was answered in time has a place in the contents.
  assert.deepEqual(await page.getByRole('main').getByRole('listitem').allTextContents(), [
    'What did your kitchen smell like?2 answersPage 1',
    'Who baked, and what?1 answerPage 2',
  ])
  await page.getByRole('img', { name: `Cover of ${KITCHEN.name}` }).waitFor()
  await page.getByRole('link', { name: 'Begin reading' }).click()
  await heading(page, KITCHEN.prompts.smell)
  await page.getByText('Of bread, and of the rain outside.').waitFor()
  await page.getByText('Of apples.').waitFor()
  await turn(page, 'Next')
  await heading(page, KITCHEN.prompts.bread)
  await page.getByText('Page 2 of 2').waitFor()
  await page.goBack()
  await heading(page, KITCHEN.prompts.smell)
  await page.keyboard.press('ArrowRight')
  await page.getByText('Page 2 of 2').waitFor()
  assert.match(page.url(), /read\/bread$/)
  // The page that was left is remembered, and leads back.
  await page.getByRole('main').getByRole('link', { name: KITCHEN.name }).click()
  await page.getByRole('link', { name: 'Continue on page 2' }).click()
  await heading(page, KITCHEN.prompts.bread)
  assert.deepEqual(complaints, [])
  await close()
})

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`reading is accessible: ${name}`, async () => {
    const { page, complaints, close } = await openAs(browser, server.url, ADA, screen)
    for (const path of [`/book/${bid}/read`, `/book/${bid}/read/smell`]) {
      await page.goto(path)
      await page.getByRole('main').getByRole('link', { name: /.../ }).first().waitFor()
      await checkPage(page)
    }
    const loved = page.waitForResponse('**/api/memo/love/add')
    await love(page, MARA.name).click()
    await loved
    await checkPage(page)
    await page.getByRole('button', { name: `More about the memo of ${MARA.name}` }).click()
    await checkPage(page)
    await page.getByRole('link', { name: 'Open the memo' }).click()
    await page.waitForURL('**/memo/*')
    const code = page.getByRole('img', { name: /QR code/ })
    await code.waitFor()
    await page.waitForFunction((image) => image.naturalWidth > 0, await code.elementHandle())
    await checkPage(page)
    // As it was before.
    const takenBack = page.waitForResponse('**/api/memo/love/remove')
    await love(page, MARA.name).click()
    await page.getByRole('button', { name: 'Love (0)', pressed: false }).waitFor()
    assert.equal((await takenBack).status(), 200)
    assert.deepEqual(complaints, [])
    await close()
  })
}

test('on paper display the book is turned page by page, and nothing scrolls or moves', async () => {
  const { page, close } = await openAs(browser, server.url, ADA, SCREENS['paper, e-reader'])
  await page.goto(`/book/${bid}/read/smell`)
  await page.getByText('Page 1 of 3').waitFor()
  const posts = ['Of bread, and of the rain outside.', 'Of apples.', 'My grandmother did.']
  for (const [index, post] of posts.entries()) {
    await page.getByText(post).waitFor()
    await page.getByText(`Page ${index + 1} of 3`).waitFor()
    for (const other of posts) {
      assert.equal(await page.getByText(other).count(), Number(other === post), other)
    }
    assert.deepEqual(await page.evaluate(restless), { scrolls: false, moving: 0, fixed: 0 })
    if (index === 0) await turn(page, 'Next')
    else await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Of apples.').waitFor()
  assert.match(page.url(), /smell\?page=2$/)
  await close()
})

/** Runs in the page: what an e-reader cannot show well. */
function restless() {
  const isFixed = (each) => getComputedStyle(each).position === 'fixed' && each.offsetHeight > 0
  return {
    scrolls: document.documentElement.scrollHeight > innerHeight,
    moving: document.getAnimations().filter(({ playState }) => playState === 'running').length,
    fixed: [...document.querySelectorAll('#root *')].filter(isFixed).length,
  }
}

test('a love shows at once and is told by one request at a time', async () => {
  const { page, close } = await openAs(browser, server.url, ADA)
  let [told, underway, most] = [0, 0, 0]
  await page.route('**/api/memo/love/*', async (route) => {
    told += 1
    underway += 1
    most = Math.max(most, underway)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
    underway -= 1
  })
  await page.goto(`/book/${bid}/read/smell`)
  const button = love(page, NOA.name)
  const answered = page.waitForResponse('**/api/memo/love/add')
  await button.click()
  assert.match(await button.innerText(), /Love \(1\)/)
  assert.equal(await button.getAttribute('aria-pressed'), 'true')
  // Away and back again: the request that is under way says all there is to say.
  await button.click()
  await button.click()
  assert.equal((await answered).status(), 200)
  await page.reload()
  await page.getByRole('button', { name: /Love \(1\)/, pressed: true }).waitFor()
  // One that follows would have left with the answer to the first.
  assert.deepEqual({ told, most }, { told: 1, most: 1 })
  await close()
})

test('a love that cannot be saved is put back, and said', async () => {
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.route('**/api/memo/love/*', (route) => route.abort())
  await page.goto(`/book/${bid}/read/bread`)
  const button = love(page, MARA.name)
  await button.click()
  await page.getByText('Your love could not be saved.').waitFor()
  assert.equal(await button.getAttribute('aria-pressed'), 'false')
  assert.match(await button.innerText(), /Love \(0\)/)
  await close()
})

test('a memo that is not there and one that is not for the reader are told in the same words', async () => {
  const reader = await visitor(browser, { url: server.url })
  const { page } = reader
  // Signed out, one signs in and comes back.
  await page.goto(`/memo/${later}`)
  await signIn(page, ADA)
  await page.waitForURL(`**/memo/${later}`)
  const words = () => page.getByRole('main').innerText()
  await page.getByText('This memo isn’t available.').waitFor()
  const hidden = await words()
  await page.goto('/memo/00000000000000000000000000')
  await page.getByText('This memo isn’t available.').waitFor()
  assert.equal(await words(), hidden)
  await reader.close()

  const mara = await openAs(browser, server.url, MARA)
  await mara.page.goto(`/memo/${later}`)
  await mara.page.getByText('Nobody sat where they wanted.').waitFor()
  assert.equal(await mara.page.getByRole('button', { name: /^Love/ }).count(), 0)
  await mara.page.getByRole('main').getByRole('link', { name: KITCHEN.name }).click()
  await mara.page.waitForURL('**/book/contribute/entry/*')
  await mara.close()
})

test('pages are there without anything moving, wide and narrow', async () => {
  for (const screen of [{}, SCREENS['dark, phone'], SCREENS['paper, e-reader']]) {
    const { page, close } = await openAs(browser, server.url, ADA, screen)
    await watchShifts(page)
    for (const path of [`/book/${bid}/read`, `/book/${bid}/read/smell`]) {
      await page.goto(path)
      await page.getByRole('main').getByRole('link', { name: /.../ }).first().waitFor()
      await page.waitForLoadState('networkidle')
      await assertSteady(page)
    }
    await close()
  }
})
