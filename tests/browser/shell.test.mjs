/** What stays while pages change: ways in and back, and a server that goes away. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'
import { guarded } from './site.mjs'

let server
let bid
let browser

before(async () => {
  server = await Server.start({ INKFOLD_PRIZE__ENABLED: 'true' })
  bid = await server.addBook(KITCHEN)
  for (const name of ['Winter', 'Letters', 'Streets', 'Trees', 'Songs', 'Shoes', 'Rain']) {
    await server.addBook({ ...KITCHEN, name })
  }
  await server.addMember(MARA)
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const open = (options) => visitor(browser, { url: server.url, ...options })

describe('a stranger', () => {
  test('signs in for a page of members and comes back', async () => {
    for (const wanted of guarded(bid)) {
      const { page, close } = await open()
      await page.goto(wanted)
      await page.waitForURL(`**/signin?last=${wanted.slice(1)}`)
      await signIn(page, MARA)
      await page.waitForURL(`**${wanted}`)
      await close()
    }
  })

  test('is never sent to another site', async () => {
    for (const last of ['//example.com/phish', 'https://example.com', '/\\example.com', 'javascript:x']) {
      const { page, close } = await open()
      await page.goto(`/signin?last=${encodeURIComponent(last)}`)
      await signIn(page, MARA)
      await page.getByText('There is nothing at this address.').waitFor()
      assert.equal(new URL(page.url()).origin, server.url)
      await close()
    }
  })
})

test('the library comes in few scripts, asks for no books, and moves nothing', async () => {
  const { page, close } = await open()
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const asked = []
  page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`))
  await page.goto('/library')
  await page.getByRole('heading', { name: 'Winter' }).waitFor()
  await page.waitForLoadState('networkidle')
  assert.equal(asked.filter((one) => one.endsWith('/api/book/list')).length, 0, asked.join('\n'))
  assert.ok(asked.filter((one) => one.startsWith('script')).length <= 8, asked.join('\n'))
  assert.ok((await page.evaluate(() => window.shift)) < 0.02, 'the page moved')
  await close()
})

test('signing out forgets who one was', async () => {
  const { page, close } = await open()
  await page.goto('/signin')
  await signIn(page, MARA)
  await page.waitForURL('**/begin')
  await page.evaluate(() => localStorage.setItem('bid', 'b'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/signin')
  const kept = await page.evaluate(() => ['uid', 'email', 'bid', 'prizepeg'].map((key) => localStorage.getItem(key)))
  assert.deepEqual(kept, [null, null, null, null])
  await page.goto('/settings')
  await page.waitForURL('**/signin?last=settings')
  await close()
})

test('Back returns to the place one was at', async () => {
  const { page, close } = await open({ width: 390, height: 600 })
  await page.goto('/library')
  const last = page.getByRole('link', { name: /Contribute/ }).last()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  assert.ok(before > 300)
  await last.click()
  await page.getByRole('heading', { level: 1, name: 'How would you like to contribute?' }).waitFor()
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Explore Our Library' }).waitFor()
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 50, before)
  await close()
})

test('a new page takes the focus and the title, and is announced', async () => {
  const { page, close } = await open()
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Explore Our Library')
  assert.equal(await page.title(), 'Explore Our Library · Inkfold')
  await page.getByRole('status').filter({ hasText: 'Explore Our Library' }).waitFor({ state: 'attached' })
  await close()
})

describe('without a network', () => {
  test('plain http offers nothing to install and keeps no pages', async () => {
    const { page, close } = await open()
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.locator('link[rel=manifest]').count(), 0)
    const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    assert.equal(workers, 0)
    await close()
  })

  test('where the worker runs, as on https, the shell opens and says that the server is away', async () => {
    const { page, close } = await open()
    await page.goto('/')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js')
      await navigator.serviceWorker.ready
    })
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.goto('/library')
    await page.getByText(KITCHEN.name).first().waitFor()
    await page.context().setOffline(true)
    await page.goto('/library')
    await page.getByText('Inkfold can’t be reached. Trying again in 5 s').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText(KITCHEN.name).first().waitFor()
    await close()
  })
})

test('a server that is away and comes back needs no reload', async () => {
  const { page, close } = await open()
  await page.clock.install()
  await page.goto('/library')
  const content = page.getByText(KITCHEN.name).first()
  await content.waitFor()
  await page.route(/\/(api|healthz)/, (route) => route.abort())
  await page.clock.fastForward(180_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await page.clock.fastForward(5_000)
  await page.getByText('Inkfold can’t be reached. Trying again in 5 s').waitFor()
  await page.getByText('What you see was last updated 3 minutes ago.').waitFor()
  assert.ok(await content.isVisible())

  await page.unroute(/\/(api|healthz)/)
  await page.clock.fastForward(6_000)
  await page.getByText('Inkfold can’t be reached.').waitFor({ state: 'hidden' })
  assert.ok(await content.isVisible())
  await close()
})
