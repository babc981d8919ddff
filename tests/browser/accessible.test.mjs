/** Every page keeps to WCAG 2.2 AA, for every kind of reader and screen, and does not move while it loads. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSteady, COLOURS, checkPage, visitor, watchShifts } from './browser.mjs'
import { ADA, MARA, openAs, rememberNewcomer } from './community.mjs'
import { DESKTOP, everyPage, PAPER, PHONE, TABLET } from './every-page.mjs'
import { forAdmins, forMembers, guarded, PUBLIC } from './site.mjs'

/** What shows the same page with other colours, and on which screens it is looked at by theme. */
const LOOKS = {
  screen: {
    options: {},
    themes: { light: [DESKTOP, TABLET, PHONE], dark: [DESKTOP, PHONE] },
  },
  paper: { options: { cookies: PAPER, rules: COLOURS }, themes: { light: [PHONE, DESKTOP] } },
}

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

for (const [name, { options, themes }] of Object.entries(LOOKS)) {
  const { rules, ...colours } = options
  const [first] = themes.light
  const screen = { ...colours, ...first }

  /** The page that is open, on a desk and in a hand, by day and by night. */
  async function check(page) {
    for (const [theme, sizes] of Object.entries(themes)) {
      await page.evaluate(wear, theme)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await checkPage(page, theme === 'dark' ? COLOURS : rules)
      }
    }
    await page.setViewportSize(first)
  }

  /** Opens these pages and checks each. */
  async function checkAll(page, paths) {
    await watchShifts(page)
    for (const path of paths) {
      await page.goto(path)
      await checkPage(page, COLOURS)
      await assertSteady(page)
      await check(page)
    }
  }

  test(`every page is accessible: ${name}`, async () => {
    const visiting = await visitor(browser, { url: server.url, ...screen })
    await checkAll(visiting.page, [...PUBLIC, ...shown, '/nowhere'])
    assert.deepEqual(visiting.complaints, [])
    await visiting.close()

    const { page, complaints, close } = await openAs(browser, server.url, MARA, screen)
    await checkAll(page, [...forMembers(bid), ...guarded(bid), ...shown])
    await openDisplay(page)
    await check(page)
    assert.deepEqual(complaints, [])
    await close()
  })

  test(`what only some readers see is accessible: ${name}`, async () => {
    const { page, close } = await visitor(browser, { url: server.url, ...screen })
    await page.goto('/signup')
    await page.getByLabel('Email').fill('mara@')
    await page.getByLabel('Username').fill('a+b')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.getByText('Please enter a valid email address.').waitFor()
    await check(page)
    await page.goto('/verify?token=none')
    await page.getByText('This link has expired or was used').waitFor()
    await check(page)
    await page.evaluate(rememberNewcomer)
    await page.goto('/signup/profile')
    await page.getByRole('heading', { name: 'Welcome, Noa' }).waitFor()
    await check(page)
    await close()

    const admin = await openAs(browser, server.url, ADA, screen)
    await checkAll(admin.page, forAdmins(bid, uid))
    await admin.page.keyboard.press('?')
    await admin.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await check(admin.page)
    await admin.close()
  })
}

/** Runs in the page: colours that pass into others have become them. */
async function wear(theme) {
  document.documentElement.dataset.theme = theme
  const passing = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}

async function openDisplay(page) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('dialog').waitFor()
}
