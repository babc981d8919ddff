/** Every page keeps to WCAG 2.2 AA, for every kind of reader and screen. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { COLOURS, checkPage, visitor } from './browser.mjs'
import { ADA, MARA, openAs } from './community.mjs'
import { DARK, DESKTOP, everyPage, PAPER, PHONE } from './every-page.mjs'
import { forAdmins, forMembers, guarded, PUBLIC } from './site.mjs'

/** The other displays change the colours of the same pages. */
const SCREENS = {
  'light, desktop': DESKTOP,
  'light, phone': PHONE,
  'dark, desktop': { ...DESKTOP, cookies: DARK, rules: COLOURS },
  'dark, phone': { ...PHONE, cookies: DARK, rules: COLOURS },
  'paper, desktop': { ...DESKTOP, cookies: PAPER, rules: COLOURS },
  'paper, phone': { ...PHONE, cookies: PAPER, rules: COLOURS },
}

let server
let bid
let browser
let shown
let stop

before(async () => {
  ;({ server, bid, browser, shown, stop } = await everyPage())
})

after(() => stop?.())

for (const [name, { rules, ...screen }] of Object.entries(SCREENS)) {
  test(`every page is accessible: ${name}`, async () => {
    const visiting = await visitor(browser, { url: server.url, ...screen })
    for (const path of [...PUBLIC, ...shown, '/nowhere']) {
      await visiting.page.goto(path)
      await checkPage(visiting.page, rules)
    }
    assert.deepEqual(visiting.complaints, [])
    await visiting.close()

    const { page, complaints, close } = await openAs(browser, server.url, MARA, screen)
    for (const path of [...forMembers(bid), ...guarded(bid)]) {
      await page.goto(path)
      await checkPage(page, rules)
    }
    await openDisplay(page)
    await checkPage(page, rules)
    assert.deepEqual(complaints, [])
    await close()
  })
}

for (const [name, { rules, ...screen }] of Object.entries(SCREENS)) {
  test(`what only some readers see is accessible: ${name}`, async () => {
    const { page, close } = await visitor(browser, { url: server.url, ...screen })
    await page.goto('/signup')
    await page.getByLabel('Email').fill('mara@')
    await page.getByLabel('Username').fill('a+b')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.getByText('Please enter a valid email address.').waitFor()
    await checkPage(page, rules)
    await page.goto('/verify?token=none')
    await page.getByText('This link was used already').waitFor()
    await checkPage(page, rules)
    await page.evaluate(rememberNewcomer)
    await page.goto('/signup/profile')
    await page.getByRole('heading', { name: 'Welcome, Noa' }).waitFor()
    await checkPage(page, rules)
    await close()

    const admin = await openAs(browser, server.url, ADA, screen)
    for (const path of forAdmins(bid)) {
      await admin.page.goto(path)
      await checkPage(admin.page, rules)
    }
    await admin.page.keyboard.press('?')
    await admin.page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await checkPage(admin.page, rules)
    await admin.close()
  })
}

/** Runs in the page: what sign-up leaves behind. */
function rememberNewcomer() {
  const newcomer = { uid: 'u', email: 'noa@example.org', name: 'Noa Berg', token: 't' }
  for (const [key, value] of Object.entries(newcomer)) localStorage.setItem(key, value)
}

async function openDisplay(page) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('dialog').waitFor()
}
