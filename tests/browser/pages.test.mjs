/** What every page has in common: it fits, is named, and asks nobody else. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkFit, visitor } from './browser.mjs'
import { ADA, MARA, openAs } from './community.mjs'
import { DESKTOP, everyPage, PAPER } from './every-page.mjs'
import { forAdmins, forMembers, guarded, PUBLIC, redirects } from './site.mjs'

let server
let bid
let uid
let browser
let shown
let stop

before(async () => {
  ;({ server, bid, uid, browser, shown, stop } = await everyPage())
})

after(() => stop?.())

const open = (options) => visitor(browser, { url: server.url, ...options })

test('admins have a header of their own, others are sent to sign-in', async () => {
  const { page, close } = await openAs(browser, server.url, ADA, DESKTOP)
  await page.goto('/admin')
  const account = page.getByRole('link', { name: 'ada, settings' })
  assert.match(await account.innerText(), /AB\s*ada/)
  await account.click()
  await page.waitForURL('**/settings')
  await close()

  const member = await openAs(browser, server.url, MARA, DESKTOP)
  await member.page.goto('/admin')
  await member.page.waitForURL('**/signin')
  await member.close()
})

describe('everything fits', () => {
  const both = async (look, screen) => {
    for (const [reader, paths] of [
      [MARA, [...PUBLIC, ...shown, ...forMembers(bid), ...guarded(bid)]],
      [ADA, forAdmins(bid, uid)],
    ]) {
      const { page, close } = await openAs(browser, server.url, reader, screen)
      for (const path of paths) {
        await page.goto(path)
        await page.locator('h1').first().waitFor()
        await look(page)
      }
      await close()
    }
  }

  test('320 pixels wide', () => both(checkFit, { width: 320, height: 640 }))

  test('with text twice as large', () =>
    both(
      async (page) => {
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        await checkFit(page)
      },
      { width: 640, height: 900 },
    ))
})

test('the server names every public page as the page names itself', async () => {
  const { page, close } = await open(DESKTOP)
  for (const path of [...PUBLIC, ...shown]) {
    const reply = await page.goto(path)
    assert.equal(reply.status(), 200, path)
    const html = await reply.text()
    if (html.includes('noindex')) continue
    const [, sent] = html.match(/<title>(.*)<\/title>/)
    await page.locator('h1').first().waitFor()
    await page.waitForFunction((title) => document.title === title, sent, { timeout: 3000 }).catch(
      async () => assert.equal(await page.title(), sent, path),
    )
  }
  const none = await page.goto('/nowhere')
  assert.equal(none.status(), 404)
  await page.getByText('There is nothing at this address.').waitFor()
  await close()
})

test('no request leaves the place', async () => {
  const { page, close } = await open(DESKTOP)
  const elsewhere = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== server.url && protocol.startsWith('http')) elsewhere.push(request.url())
  })
  for (const path of PUBLIC) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  assert.deepEqual(elsewhere, [])
  await close()
})

test('old addresses lead on', async () => {
  const { page, close } = await open(DESKTOP)
  for (const [from, to] of Object.entries(redirects)) {
    await page.goto(from)
    await page.waitForURL((url) => url.pathname === to)
  }
  await close()
})

test('nothing moves for those who asked for it', async () => {
  for (const options of [{ reducedMotion: 'reduce' }, { cookies: PAPER }]) {
    const { page, close } = await open({ ...DESKTOP, ...options })
    for (const path of ['/', '/library', '/signin']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      const moving = await page.evaluate(() =>
        document.getAnimations().filter(({ playState }) => playState === 'running').length,
      )
      assert.equal(moving, 0, path)
    }
    await close()
  }
})
