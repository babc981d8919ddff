/** The main job in the browser of an e-reader, on paper display. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { KITCHEN, MARA } from './community.mjs'
import { fill } from './fill.mjs'
import { launchKindle, press, shows } from './kindle.mjs'
import { Server } from './server.mjs'

let server
let bid
let browser
let page
let folder
const errors = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkfold-kindle-'))
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  browser = await launchKindle()
  page = await browser.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  await page.setCookie({ name: 'display', value: 'paper', url: server.url })
})

after(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true })
})

test('it is the engine of Kindle', async () => {
  assert.match(await browser.version(), /Chrome\/75\./)
})

test('pages are painted in black on white with our own fonts', async () => {
  await page.goto(server.url)
  await shows(page, 'Write by hand. Be read by people.')
  await page.evaluate(() => document.fonts.ready)
  const look = await page.evaluate(() => ({
    page: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    fonts: document.fonts.check('16px Atkinson') && document.fonts.check('600 16px Literata'),
  }))
  assert.deepEqual(look, { page: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', fonts: true })
})

test('the dark theme is dark there too', async () => {
  await page.setCookie({ name: 'display', value: 'screen', url: server.url })
  await page.setCookie({ name: 'theme', value: 'dark', url: server.url })
  await page.goto(server.url)
  await shows(page, 'Write by hand.')
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  assert.equal(background, 'rgb(25, 23, 20)')
  await page.setCookie({ name: 'display', value: 'paper', url: server.url })
})

test('a visitor reads about the place, the books and the help, and opens a dialog', async () => {
  for (const [path, words] of [
    ['/', 'Get started'],
    ['/library', KITCHEN.name],
    ['/help', 'Kindle Scribe'],
    ['/help/scribe', 'Did it work?'],
    ['/privacy', 'Privacy'],
  ]) {
    await page.goto(server.url + path)
    await shows(page, words)
  }
  await press(page, 'header button', 'Menu')
  await press(page, 'header button', 'Display')
  await shows(page, 'Paper display: for e-ink screens')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialog'))
})

test('a member signs in, looks at what was read, and submits it', async () => {
  await page.goto(`${server.url}/signin?last=book/contribute/post/hand/${bid}`)
  await shows(page, 'I need to sign up')
  await page.type('[name=email]', MARA.email)
  await page.type('[name=password]', MARA.password)
  await press(page, 'button[type=submit]', 'Sign in')
  await shows(page, 'How It Works')

  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const file = join(folder, 'page.pdf')
  const bytes = new Uint8Array(await blank.arrayBuffer())
  await writeFile(file, await fill(bytes, { 1: 'Bread', 3: 'My aunt' }))
  const input = await page.$('input[type=file]')
  await input.uploadFile(file)
  await shows(page, 'We found 2 answers')

  await press(page, 'button', 'Question 1')
  await shows(page, '1 of 2')
  await page.keyboard.press('ArrowRight')
  await shows(page, '2 of 2')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialog'))

  await press(page, 'button', 'Submit 2 answers')
  await shows(page, 'Thank you!')
  await press(page, 'a', 'Goto Library')
  await shows(page, 'Your entries')
})

test('no script failed', () => {
  assert.deepEqual(errors, [])
})
