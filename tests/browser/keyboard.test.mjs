/** Whoever has only a keyboard reaches everything, and sees where they are. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
  await server.addMember(MARA)
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const open = (options) => visitor(browser, { url: server.url, ...options })

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
    await walk(page, '/', 'body')
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
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.waitForURL('**/library')
  await page.keyboard.press('/')
  await page.waitForURL('**/search')
  await close()
})

/**
 * Goes through a page with Tab: each control has the focus once, with a ring, inside the window. Around the content all
 * pages are the same; that it is left at its end is seen on each.
 */
async function walk(page, path, part = '#content') {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const stops = await page.evaluate(reachable, part)
  const seen = new Set()
  await page.evaluate((part) => document.querySelector(part).focus(), part)
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
  await page.keyboard.press('Tab')
  const { number } = await page.evaluate(focused)
  assert.equal(number, undefined, `${path}: the content is not left`)
}

/** Runs in the page: numbers every control that should be a stop. One of several radios is one. */
function reachable(part) {
  const controls = document
    .querySelector(part)
    .querySelectorAll('a[href], button:enabled, input:enabled, select, textarea, summary')
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
