/** From the first look to the page that a visitor asked for: nothing is asked twice, and nothing is lost. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN, MARA } from './community.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'

const REMINDER = 'Verify your email to submit.'

let browser

before(async () => {
  browser = await launch()
})

after(() => browser?.close())

/** A server with a book. */
async function serverWithBook(settings) {
  const server = await Server.start(settings)
  const bid = await server.addBook(KITCHEN)
  return { server, bid, hand: `/book/contribute/post/hand/${bid}` }
}

/** Types what sign-up asks for, except the address. */
async function signUp(page, { name, password }) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByText('Username is available').waitFor()
  await page.getByRole('button', { name: 'Sign up' }).click()
}

async function finishProfile(page) {
  await page.getByRole('heading', { name: 'Welcome, Mara' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}

const handPage = (page) => page.getByRole('link', { name: 'Download' }).waitFor()

/** Path, and the path of `last`. */
const placeOf = (page) => {
  const { pathname, searchParams } = new URL(page.url())
  return [pathname, searchParams.get('last')?.split('?')[0]]
}

/** Counts a person's clicks, the screens by their headings, and the fields that were typed into. */
async function countEffort(page) {
  let clicks = 0
  const screens = new Set()
  const fields = new Set()
  await page.exposeFunction('noteClick', () => {
    clicks += 1
  })
  await page.exposeFunction('noteScreen', (heading) => screens.add(heading))
  await page.exposeFunction('noteField', (name) => fields.add(name))
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => window.noteClick(), true)
    const noteTyped = ({ target }) => target.type !== 'file' && window.noteField(target.name)
    addEventListener('input', noteTyped, true)
    const look = () => {
      const heading = document.querySelector('h1')?.textContent
      if (heading) window.noteScreen(heading)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return async () => ({ clicks, screens: screens.size, fields: fields.size })
}

const linkIn = (mail) => mail.match(/https?:\/\/[^/\s]+(\/verify\?token=[^\s"<]+)/)[1]

describe('without mail', () => {
  let community

  before(async () => {
    community = await serverWithBook({ INKFOLD_MAIL__TRANSPORT: 'none' })
  })

  after(() => community?.server.stop())

  test('who presses Contribute signs up and arrives at the form', async () => {
    const { server, hand } = community
    const { page, complaints, close } = await visitor(browser, { url: server.url })
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
    await page.getByRole('link', { name: `Contribute to ${KITCHEN.name}` }).click()
    await page.getByRole('link', { name: 'Handwriting' }).click()
    await page.waitForURL('**/signin?last=**')
    await page.getByLabel('Email').fill(MARA.email)
    await page.getByRole('link', { name: 'I need to sign up' }).click()

    await page.waitForURL('**/signup?last=**')
    assert.equal(await page.getByLabel('Email').inputValue(), MARA.email)
    await signUp(page, MARA)
    assert.equal(await page.getByLabel('Username').inputValue(), 'mara-lindqvist')
    await finishProfile(page)
    await handPage(page)
    assert.equal(new URL(page.url()).pathname, hand)
    const own = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mara, Settings' })
    await own.waitFor()
    assert.equal(await page.getByText(REMINDER).count(), 0)
    await checkPage(page)
    await page.reload()
    await handPage(page)

    // Back never leads to sign-up, which would sign out.
    await page.goBack()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.ok(!page.url().includes('/signup'), page.url())
    await own.click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('a first memo takes few clicks, screens and fields', async () => {
    const { page, close } = await visitor(browser, { url: community.server.url })
    const effort = await countEffort(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Write in it' }).click()
    await page.getByLabel('Email').fill('leo@example.org')
    await signUp(page, { name: 'Leo Brandt', password: MARA.password })
    await page.getByRole('heading', { name: 'Welcome, Leo' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const blank = await readFile(await (await download).path())
    const buffer = Buffer.from(await fill(blank, { 1: 'Bread and wet coats' }))
    const chooser = page.waitForEvent('filechooser')
    await page.getByText('Choose your PDF or PNG').click()
    await (await chooser).setFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer })
    await page.getByRole('button', { name: 'Submit one answer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor()

    assert.deepEqual(await effort(), { clicks: 6, screens: 6, fields: 4 })
    await close()
  })

  test('a sign-up with the address of a member signs nobody in', async () => {
    const { page, close } = await visitor(browser, { url: community.server.url })
    await page.goto(`/signup?last=${community.hand}`)
    await page.getByLabel('Email').fill(MARA.email)
    await signUp(page, { ...MARA, name: 'Mara Other' })
    await page.getByText('An account with this email already exists.').waitFor()
    await page.goto('/settings')
    await page.waitForURL('**/signin?last=settings')
    await close()
  })
})

describe('with mail', () => {
  let community

  before(async () => {
    community = await serverWithBook()
  })

  after(() => community?.server.stop())

  test('a member who is signed in stays so with the link, and goes on', async () => {
    const { server, hand } = community
    const { page, complaints, close } = await visitor(browser, { url: server.url })
    await page.goto(hand)
    await page.getByRole('link', { name: 'I need to sign up' }).click()
    await page.getByLabel('Email').fill(MARA.email)
    await signUp(page, MARA)
    await finishProfile(page)
    await page.getByText('Welcome aboard! Please sign in to get started.').waitFor()
    assert.deepEqual(placeOf(page), ['/signin', hand.slice(1)])
    assert.equal(await page.getByLabel('Email').inputValue(), MARA.email)
    await page.getByLabel('Password', { exact: true }).fill(MARA.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await handPage(page)
    await page.getByText(REMINDER).waitFor()
    await checkPage(page)

    const mailed = await page.context().newPage()
    await mailed.goto(linkIn(await server.mailTo(MARA.email)))
    await mailed.getByRole('heading', { name: 'Email verified' }).waitFor()
    await mailed.getByText('Your email was verified successfully').waitFor()
    assert.equal(await mailed.getByText(REMINDER).count(), 0)
    await checkPage(mailed)
    // The other tab has heard of it.
    await page.getByText(REMINDER).waitFor({ state: 'detached' })
    await mailed.getByRole('link', { name: 'Continue' }).click()
    await handPage(mailed)
    assert.equal(new URL(mailed.url()).pathname, hand)
    await mailed.goBack()
    await mailed.getByText('Your email is already verified.').waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

  test('the link leads a member who is not signed in back by sign-in', async () => {
    const { server, hand } = community
    const noa = { name: 'Mara Noa', email: 'noa@example.org', password: MARA.password }
    const { page, close } = await visitor(browser, { url: server.url })
    await page.goto(`/signup?last=${hand.slice(1)}`)
    await page.getByLabel('Email').fill(noa.email)
    await signUp(page, noa)
    await finishProfile(page)
    await page.waitForURL('**/signin?reg=**')
    await page.goto(linkIn(await server.mailTo(noa.email)))
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await page.getByText('Your email was verified successfully').waitFor()
    assert.deepEqual(placeOf(page), ['/signin', hand.slice(1)])
    assert.equal(await page.getByLabel('Email').inputValue(), noa.email)
    await page.getByLabel('Password', { exact: true }).fill(noa.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await handPage(page)
    assert.equal(await page.getByText(REMINDER).count(), 0)
    await close()
  })

  for (const [screen, options] of [
    ['a phone', { width: 320, height: 640 }],
    ['paper display', { width: 820, cookies: { display: 'paper' } }],
    ['a dark screen', { cookies: { theme: 'dark' } }],
  ]) {
    test(`the reminder is in nobody's way on ${screen}`, async () => {
      const { server } = community
      const { page, close } = await visitor(browser, { url: server.url, ...options })
      const email = `${screen.replaceAll(' ', '-')}@example.org`
      await page.goto('/signup')
      await page.getByLabel('Email').fill(email)
      await signUp(page, { ...MARA, name: `Mara ${screen}` })
      await finishProfile(page)
      await page.getByLabel('Password', { exact: true }).fill(MARA.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('**/begin')
      await page.getByText(REMINDER).waitFor()
      await checkPage(page)
      const { height } = await page.getByRole('region', { name: REMINDER }).boundingBox()
      assert.ok(height < 160, `${height} px`)
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('The email is on its way.').waitFor()
      await close()
    })
  }
})
