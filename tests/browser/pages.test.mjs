/** Every page for every kind of reader and screen. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkFit, checkPage, launch, visitor } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'
import { forAdmins, forMembers, guarded, PUBLIC, redirects } from './site.mjs'
import { addPost, addTopic } from './threads.mjs'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const DARK = { theme: 'dark' }
const PAPER = { display: 'paper' }

const SCREENS = {
  'light, desktop': DESKTOP,
  'light, phone': PHONE,
  'dark, desktop': { ...DESKTOP, cookies: DARK },
  'dark, phone': { ...PHONE, cookies: DARK },
  'paper, desktop': { ...DESKTOP, cookies: PAPER },
  'paper, phone': { ...PHONE, cookies: PAPER },
}

let server
let bid
let browser
/** A thread with a post, and the post. */
let shown

before(async () => {
  server = await Server.start({ INKFOLD_PRIZE__ENABLED: 'true' })
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  await server.addMember({ ...ADA, admin: true })
  browser = await launch()
  const topic = await addTopic(server, 'Letters home', 'letters')
  const { page, close } = await openAs(browser, server.url, MARA)
  shown = ['/thread/letters', `/posts/${await addPost(page, topic, { caption: 'Rain' })}`]
  await addPost(page, topic, { publish: false })
  await close()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const open = (options) => visitor(browser, { url: server.url, ...options })

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`every page is accessible: ${name}`, async () => {
    const visiting = await open(screen)
    for (const path of [...PUBLIC, ...shown, '/nowhere']) {
      await visiting.page.goto(path)
      await checkPage(visiting.page)
    }
    assert.deepEqual(visiting.complaints, [])
    await visiting.close()

    const { page, complaints, close } = await openAs(browser, server.url, MARA, screen)
    for (const path of [...forMembers(bid), ...guarded(bid)]) {
      await page.goto(path)
      await checkPage(page)
    }
    await openDisplay(page)
    await checkPage(page)
    assert.deepEqual(complaints, [])
    await close()
  })
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`what only some readers see is accessible: ${name}`, async () => {
    const { page, close } = await open(screen)
    await page.goto('/signup')
    await page.getByLabel('Email').fill('mara@')
    await page.getByLabel('Username').fill('a+b')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.getByText('Please enter a valid email address.').waitFor()
    await checkPage(page)
    await page.goto('/verify?token=none')
    await page.getByText('This link was used already').waitFor()
    await checkPage(page)
    await page.evaluate(rememberNewcomer)
    await page.goto('/signup/profile')
    await page.getByRole('heading', { name: 'Welcome, Noa' }).waitFor()
    await checkPage(page)
    await close()

    const admin = await openAs(browser, server.url, ADA, screen)
    for (const path of forAdmins(bid)) {
      await admin.page.goto(path)
      await checkPage(admin.page)
    }
    await admin.page.keyboard.press('?')
    await admin.page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await checkPage(admin.page)
    await admin.close()
  })
}

/** Runs in the page: what sign-up leaves behind. */
function rememberNewcomer() {
  const newcomer = { uid: 'u', email: 'noa@example.org', name: 'Noa Berg', token: 't' }
  for (const [key, value] of Object.entries(newcomer)) localStorage.setItem(key, value)
}

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
    const { page, close } = await openAs(browser, server.url, MARA, screen)
    for (const path of [...PUBLIC, ...shown, ...forMembers(bid), ...guarded(bid)]) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await look(page)
    }
    await close()
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

async function openDisplay(page) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('dialog').waitFor()
}
