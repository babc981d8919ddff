/** No page moves while it loads on a phone. The other screens are watched in `accessible.test.mjs`. */
import { after, before, test } from 'node:test'
import { assertSteady, visitor, watchShifts } from './browser.mjs'
import { ADA, MARA, openAs } from './community.mjs'
import { everyPage, PHONE } from './every-page.mjs'
import { forAdmins, forMembers, guarded, PUBLIC } from './site.mjs'

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

/** Opens these pages. */
async function openAll({ page, close }, paths) {
  await watchShifts(page)
  for (const path of paths) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await assertSteady(page)
  }
  await close()
}

test('no page moves for a visitor', async () => {
  await openAll(await visitor(browser, { url: server.url, ...PHONE }), [...PUBLIC, ...shown])
})

test('no page moves for a member', async () => {
  const paths = [...forMembers(bid), ...guarded(bid), ...shown, '/', '/library']
  await openAll(await openAs(browser, server.url, MARA, PHONE), paths)
})

test('no page moves for an admin', async () => {
  await openAll(await openAs(browser, server.url, ADA, PHONE), forAdmins(bid, uid))
})
