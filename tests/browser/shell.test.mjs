/** What stays while pages change: ways in and back, keys, displays, and a server that goes away. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'
import { guarded, PUBLIC } from './site.mjs'

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

describe('by keyboard', () => {
  test('the first stop skips to the content', async () => {
    const { page, close } = await open()
    await page.goto('/library')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate(() => document.activeElement.id), 'content')
    await close()
  })

  for (const [name, screen] of [
    ['desktop', { width: 1280, height: 900 }],
    ['phone', { width: 390, height: 844 }],
    ['paper', { width: 930, height: 1240, cookies: { display: 'paper' } }],
  ]) {
    test(`every stop of every page is reached and seen: ${name}`, async () => {
      const { page, close } = await open(screen)
      for (const path of PUBLIC) await walk(page, path)
      await page.goto('/signin')
      await signIn(page, MARA)
      await page.waitForURL('**/begin')
      for (const path of guarded(bid)) await walk(page, path)
      await close()
    })
  }

  test('keys lead to places, and rest while one types', async () => {
    const { page, close } = await open()
    await page.goto('/signin')
    await page.getByLabel('Email').fill('')
    await page.getByLabel('Email').pressSequentially('g l?/')
    assert.equal(await page.getByLabel('Email').inputValue(), 'g l?/')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/library')
    await page.keyboard.press('/')
    await page.waitForURL('**/search')
    await close()
  })
})

describe('displays', () => {
  test('paper display is chosen on the device and kept', async () => {
    const { page, close } = await open()
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByLabel('Paper display: for e-ink screens').check()
    await page.keyboard.press('Escape')
    const reply = await page.reload()
    assert.match(await reply.text(), /<html lang="en"[^>]* data-display="paper"/)
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    assert.equal(background, 'rgb(255, 255, 255)')
    await close()
  })

  test('an e-reader is asked once', async () => {
    const { page, close } = await open({ userAgent: 'Mozilla/5.0 (X11; Linux) Kindle/3.0 Chrome/75' })
    await page.goto('/library')
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await page.goto('/features')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Use paper display' }).count(), 0)
    await close()

    const other = await open({ userAgent: 'Mozilla/5.0 (Linux; Android 11; BOOX) Chrome/108' })
    await other.page.goto('/library')
    await other.page.getByRole('button', { name: 'Use paper display' }).click()
    const display = () => other.page.evaluate(() => document.documentElement.dataset.display)
    assert.equal(await display(), 'paper')
    await other.page.reload()
    assert.equal(await display(), 'paper')
    await other.close()
  })

  test('the theme of the device is followed until one is chosen', async () => {
    const { page, close } = await open({ colorScheme: 'dark' })
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.goto('/')
    assert.equal(await background(), 'rgb(25, 23, 20)')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByLabel('Light', { exact: true }).check()
    assert.equal(await background(), 'rgb(250, 246, 236)')
    const reply = await page.reload()
    assert.match(await reply.text(), /data-theme="light"/)
    await close()
  })
})

test('printed pages are black on white, without the bars around them', async () => {
  const { page, close } = await open({ cookies: { theme: 'dark' } })
  for (const path of ['/', '/privacy', '/help/boox']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const { color, backgroundColor } = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return { color, backgroundColor }
    })
    assert.deepEqual([color, backgroundColor], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], path)
    for (const bar of ['header', 'footer']) assert.ok(!(await page.locator(`#root > * > ${bar}`).isVisible()))
    await page.emulateMedia({ media: 'screen' })
  }
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
    await page.getByText('Inkfold cannot be reached. Trying again in 5 s').waitFor()
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
  await page.getByText('Inkfold cannot be reached. Trying again in 5 s').waitFor()
  await page.getByText('What you see was last updated 3 minutes ago.').waitFor()
  assert.ok(await content.isVisible())

  await page.unroute(/\/(api|healthz)/)
  await page.clock.fastForward(6_000)
  await page.getByText('Inkfold cannot be reached.').waitFor({ state: 'hidden' })
  assert.ok(await content.isVisible())
  await close()
})

/** Goes through a page with Tab: each control has the focus once, with a ring, inside the window. */
async function walk(page, path) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const stops = await page.evaluate(reachable)
  const seen = new Set()
  // Within a day, the month, the day, the year and the calendar are stops of one control.
  const days = await page.locator('input[type=date]').count()
  for (let stop = 0; stop < stops.length + 3 * days; stop += 1) {
    await page.keyboard.press('Tab')
    const { number, name, outline, inView } = await page.evaluate(focused)
    assert.ok(outline > 0, `${path}: ${name} has no visible focus`)
    assert.ok(inView, `${path}: ${name} is focused out of sight`)
    seen.add(number)
  }
  assert.equal(seen.size, stops.length, `${path}: not every control is reached`)
}

/** Runs in the page: numbers every control that should be a stop. One of several radios is one. */
function reachable() {
  const controls = document.querySelectorAll('a[href], button:enabled, input:enabled, select, textarea, summary')
  const groups = new Set()
  return Array.from(controls)
    .filter((control) => {
      if (!control.checkVisibility()) return false
      if (control.type !== 'radio') return true
      const first = !groups.has(control.name)
      groups.add(control.name)
      return first
    })
    .map((control, number) => {
      const group = control.type === 'radio' ? document.getElementsByName(control.name) : [control]
      for (const each of group) each.dataset.stop = number
      return number
    })
}

/** Runs in the page, after the browser has scrolled to what has the focus. */
async function focused() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const element = document.activeElement
  // A hidden file input shows its focus on the label around it.
  const shown = element.type === 'file' ? element.closest('label') : element
  const box = shown.getBoundingClientRect()
  const inside = box.top >= 0 && box.left >= 0 && box.right <= innerWidth
  return {
    number: element.dataset.stop,
    name: element.textContent || element.getAttribute('name') || element.tagName,
    outline: Number.parseFloat(getComputedStyle(shown).outlineWidth),
    inView: inside && (box.bottom <= innerHeight || box.height > innerHeight),
  }
}
