/** A real Chromium, and what every page of the interface must keep to. */
import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright-core'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme or a display can break on a page that is well in another. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })

/**
 * A visitor with a browser of their own. Whatever the browser complains about, such as a refused
 * inline style, is in `complaints`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{ url: string, width?: number, height?: number, cookies?: Record<string, string> }} options
 *   and whatever else a new context takes
 */
export async function visitor(
  browser,
  { url, width = 1280, height = 900, cookies = {}, ...rest },
) {
  const context = await browser.newContext({
    ...rest,
    baseURL: url,
    viewport: { width, height },
    acceptDownloads: true,
  })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused call is part of some stories; the pages tell it in words.
    const expected = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !expected) complaints.push(message.text())
  })
  return { page, complaints, close: () => context.close() }
}

/**
 * No violation of WCAG 2.2 AA, and nothing wider than the window.
 *
 * @param {import('playwright-core').Page} page
 * @param {string[]} [rules] only these
 */
export async function checkPage(page, rules) {
  await page.locator('h1').first().waitFor()
  // Without frames there is nothing to be put together, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(ALL)).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)
  assert.deepEqual(found, [], `${page.url()} has accessibility violations`)
  await checkFit(page)
}

/** Nothing is wider than the window. */
export async function checkFit(page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(overflow <= 0, `${page.url()} is ${overflow} px too wide`)
}

/**
 * Calls whose address matches are answered only when told to.
 * @returns {Promise<() => void>} tells them
 */
export async function hold(page, pattern) {
  let release
  const told = new Promise((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await told
    await route.fallback()
  })
  return release
}

/** Maximum layout shift of a page while it loads. */
const MAX_SHIFT = 0.02

/** Records the layout shifts of each page that is opened, and answers its calls only after it was painted without the answers. */
export async function watchShifts(page) {
  await page.addInitScript(recordShifts)
  await page.route(/\/api\/|\/query-profile|\/check-admin/, async (route) => {
    // Fails where the page has been left meanwhile.
    await page.evaluate(nextPaint).catch(() => undefined)
    await route.fallback()
  })
}

/** Nothing has moved while the page loaded: what came later had its room before. */
export async function assertSteady(page) {
  const shifts = await page.evaluate(() => window.shifts)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  const moved = shifts.flatMap(({ moved }) => moved).join(', ')
  assert.ok(total < MAX_SHIFT, `${page.url()} moved by ${total.toFixed(3)}: ${moved}`)
}

/** Runs in the page. */
function recordShifts() {
  window.shifts = []
  const nameOf = (node) => node?.className || node?.nodeName
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) => `${nameOf(node)} ${previousRect.y} to ${currentRect.y}`,
      )
      window.shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. */
const nextPaint = () =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done))
  })
