/** Pages for those whose browser runs no scripts, and how they look to everybody else. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { checkFit, checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN } from './community.mjs'
import { Server } from './server.mjs'

const PAGES = [
  '/basic',
  '/basic/library',
  '/basic/features',
  '/basic/about',
  '/basic/contact',
  '/basic/privacy',
  '/basic/help',
  '/basic/help/remarkable',
  '/basic/help/supernote',
  '/basic/help/boox',
  '/basic/help/scribe',
  '/basic/help/ipad',
  '/basic/help/mobile',
  '/basic/help/prizepeg',
  '/basic/nowhere',
]
const KOBO =
  'Mozilla/5.0 (Linux; U; Android 2.0; en-us;) AppleWebKit/538.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/538.1 (Kobo Touch 0373/4.38.21908)'

let server
let browser

before(async () => {
  server = await Server.start({ INKFOLD_PRIZE__ENABLED: 'true' })
  await server.addBook(KITCHEN)
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const open = (options) => visitor(browser, { url: server.url, ...options })

const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor()

test('without scripts, a page says where to go, and the help and the forms are there', async () => {
  const { page, complaints, close } = await open({ javaScriptEnabled: false })
  await page.goto('/help')
  // Playwright's other locators pass over what stands in <noscript>.
  const instead = page.locator('noscript div')
  assert.match(await instead.innerText(), /needs JavaScript, and your browser runs none/)
  await instead.locator('a').click()
  assert.equal(new URL(page.url()).pathname, '/basic/help')
  await heading(page, 'Help')
  await page.getByRole('link', { name: 'Boox', exact: true }).click()
  await heading(page, 'Boox')
  await page.getByText('Did it work?').waitFor()
  assert.equal(await page.locator('details:not([open])').count(), 0)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
  await heading(page, 'Explore Our Library')
  await page.getByRole('heading', { level: 2, name: KITCHEN.name }).waitFor()
  await takeForm(page)
  assert.deepEqual(complaints, [])
  await close()
})

test('a browser that is too old gets basic pages without asking, and stays on them', async () => {
  const { page, close } = await open({
    javaScriptEnabled: false,
    userAgent: KOBO,
    width: 600,
    height: 800,
  })
  await page.goto('/')
  await heading(page, 'Write by hand. Be read by people.')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Help' }).click()
  await heading(page, 'Help')
  assert.equal(new URL(page.url()).pathname, '/help')
  await main.getByRole('link', { name: 'Library' }).click()
  await takeForm(page)
  await page.goto('/signup')
  await page.getByText('This page needs a newer browser').waitFor()
  await close()
})

test('every link of a basic page leads somewhere', async () => {
  const { page, close } = await open()
  const seen = new Set()
  for (const path of PAGES) {
    await page.goto(path)
    const own = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.pathname))
    for (const target of own.filter((each) => !seen.has(each))) {
      seen.add(target)
      assert.equal((await page.request.get(target)).status(), 200, `${path} leads to ${target}`)
    }
  }
  assert.ok(seen.has('/basic/help/boox'))
  await close()
})

describe('basic pages are accessible and fit', () => {
  for (const [name, options] of [
    ['light', { width: 390, height: 844 }],
    ['paper', { width: 390, height: 844, cookies: { display: 'paper' } }],
  ]) {
    test(name, async () => {
      const { page, complaints, close } = await open(options)
      for (const path of PAGES) {
        await page.goto(path)
        await checkPage(page)
      }
      assert.deepEqual(complaints, [])
      await close()
    })
  }

  test('320 pixels wide, with and without our style sheet', async () => {
    const { page, close } = await open({ width: 320, height: 640 })
    for (const path of PAGES) {
      await page.goto(path)
      await checkFit(page)
      await page.evaluate(forget)
      await checkFit(page)
    }
    await close()
  })
})

/** Leaves out what an engine of an e-reader's age does not take: all behind a question that it does not know. */
function forget() {
  document.querySelector('link[media]').remove()
  const [basic] = document.styleSheets
  for (let index = basic.cssRules.length - 1; index >= 0; index -= 1) {
    if (basic.cssRules[index].media) basic.deleteRule(index)
  }
}

/** Takes the first blank form of the library. */
async function takeForm(page) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: `The blank form of ${KITCHEN.name}` }).click()
  const form = await coming
  assert.equal(form.suggestedFilename(), `${KITCHEN.name}.pdf`)
  const bytes = await readFile(await form.path())
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
}
