/** Every page for every kind of reader and screen. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'

const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
  dark: { width: 1280, height: 900, cookies: { theme: 'dark' } },
  paper: { width: 930, height: 1240, cookies: { display: 'paper' } },
}

const OPEN_PAGES = ['/', '/features', '/signin', '/signup', '/library', '/nowhere']

let server
let bid
let browser

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const membersPages = () => [
  '/begin',
  `/book/contribute/entry/${bid}`,
  `/book/contribute/post/${bid}`,
  `/book/contribute/post/hand/${bid}`,
  `/book/contribute/post/page/${bid}`,
  `/book/contribute/post/text/${bid}`,
  '/finished',
]

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`every page is accessible and fits: ${name}`, async () => {
    const { page, complaints, close } = await visitor(browser, { url: server.url, ...screen })
    for (const path of OPEN_PAGES) {
      await page.goto(path)
      await checkPage(page)
    }
    await page.goto('/signin')
    await signIn(page, MARA)
    await page.waitForURL('**/begin')
    for (const path of membersPages()) {
      await page.goto(path)
      await checkPage(page)
    }
    await page.getByRole('button', { name: 'Display' }).click()
    await checkPage(page)
    assert.deepEqual(complaints, [])
    await close()
  })
}

describe('a stranger', () => {
  for (const path of ['entry', 'post/hand', 'post/page', 'post/text']) {
    test(`signs in for ${path} and comes back`, async () => {
      const { page, close } = await visitor(browser, { url: server.url })
      const wanted = `/book/contribute/${path}/${bid}`
      await page.goto(wanted)
      await page.waitForURL(`**/signin?last=${wanted.slice(1)}`)
      await signIn(page, MARA)
      await page.waitForURL(`**${wanted}`)
      await close()
    })
  }

  test('is never sent to another site', async () => {
    const { page, close } = await visitor(browser, { url: server.url })
    await page.goto('/signin?last=//example.com/phish')
    await signIn(page, MARA)
    await page.getByText('There is nothing at this address.').waitFor()
    assert.equal(new URL(page.url()).origin, server.url)
    await close()
  })
})

describe('by keyboard', () => {
  test('the first stop skips to the content', async () => {
    const { page, close } = await visitor(browser, { url: server.url })
    await page.goto('/library')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate(() => document.activeElement.id), 'content')
    await close()
  })

  test('every stop is seen', async () => {
    const { page, close } = await visitor(browser, { url: server.url })
    await page.goto('/signup')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const stops = await page.locator('a, button:enabled, input, select').count()
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab')
      const { name, outline, inView } = await page.evaluate(focused)
      assert.ok(outline > 0, `${name} has no visible focus`)
      assert.ok(inView, `${name} is focused out of sight`)
    }
    await close()
  })
})

test('paper display is chosen on the device and kept', async () => {
  const { page, close } = await visitor(browser, { url: server.url })
  await page.goto('/')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByLabel('Paper display: for e-ink screens').check()
  await page.keyboard.press('Escape')
  const reply = await page.reload()
  assert.match(await reply.text(), /<html lang="en"[^>]* data-display="paper"/)
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  assert.equal(background, 'rgb(255, 255, 255)')
  await close()
})

/** Runs in the page, after the browser has scrolled to what has the focus. */
async function focused() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const element = document.activeElement
  const box = element.getBoundingClientRect()
  return {
    name: element.textContent || element.getAttribute('name') || element.tagName,
    outline: Number.parseFloat(getComputedStyle(element).outlineWidth),
    inView: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
  }
}
