/** The main job, from the first look to the published book. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { fill } from './fill.mjs'
import { picturesOn, pixelsOf } from './handwriting.mjs'
import { Server } from './server.mjs'

const ANSWERS = { 1: 'Bread and wet coats', 2: 'Grandmother by the stove', 4: 'Two pear trees' }

let server
let bid
let browser
let mara

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  browser = await launch()
  mara = await visitor(browser, { url: server.url })
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('Mara signs up', async () => {
  const { page } = mara
  await page.goto('/')
  await checkPage(page)
  await page.getByRole('link', { name: 'Get started' }).click()
  await page.getByLabel('Name', { exact: true }).fill('mara LINDQVIST')
  await page.getByLabel('Email').fill(MARA.email)
  await page.getByLabel('Username').fill(MARA.username)
  await page.getByLabel('Password', { exact: true }).fill(MARA.password)
  await page.getByLabel('Confirm password').fill(MARA.password)
  await page.getByLabel('How did you hear about us?').selectOption('Word of Mouth')
  await page.getByText('Username is available').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await page.getByRole('heading', { name: 'Welcome, Mara' }).waitFor()
  await page.getByLabel('Left').check()
  await page.getByLabel('Supernote').check()
  await page.getByLabel('German').check()
  await checkPage(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Welcome aboard! Please sign in to get started.').waitFor()
  assert.match(page.url(), /\/signin\?reg=[0-9a-f]{32}$/)
})

test('Mara verifies her address and signs in', async () => {
  const { page } = mara
  const mail = await server.mailTo(MARA.email)
  const [, link] = mail.match(/https?:\/\/[^/\s]+(\/verify\?token=[^\s"<]+)/) ?? []
  assert.ok(link, mail)
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await page.getByText('Your email was verified successfully').waitFor()
  assert.match(page.url(), /\/signin\?verified=true$/)

  await signIn(page, { ...MARA, password: 'something else' })
  await page.getByText('Incorrect email or password. Please try again.').waitFor()
  await checkPage(page)
  await signIn(page, MARA)
  await page.waitForURL('**/begin')
  await checkPage(page)
})

test('Mara takes the form of a book, fills it in and sees what was read', async () => {
  const { page } = mara
  await page.getByRole('link', { name: 'Open the library' }).click()
  await page.getByRole('heading', { name: 'Explore Our Library' }).waitFor()
  await checkPage(page)
  await page.getByRole('link', { name: `Contribute to ${KITCHEN.name}` }).click()
  await page.waitForURL('**/book/contribute/post/type?bid=*')
  await checkPage(page)
  await page.getByRole('link', { name: 'Handwriting' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const blank = await readFile(await (await download).path())
  assert.equal(blank.subarray(0, 5).toString(), '%PDF-')
  await checkPage(page)

  const chooseFile = page.getByLabel('Choose your PDF or PNG')
  await chooseFile.setInputFiles({ name: 'blank.pdf', mimeType: 'application/pdf', buffer: blank })
  await page.getByText('The form you submitted is blank.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Remove file' }).click()

  const filled = Buffer.from(await fill(blank, ANSWERS))
  await chooseFile.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: filled })
  await page.getByRole('heading', { name: 'We found 3 answers' }).waitFor()
  const shown = page.getByRole('button', { name: /^Question \d/ })
  assert.deepEqual(
    (await shown.allTextContents()).sort(),
    Object.keys(ANSWERS).map((box) => `Question ${box}${Object.values(KITCHEN.prompts)[box - 1]}`),
  )
  await assertPicturesAreThere(page, 3, { areTrimmed: true })
  await checkPage(page)

  await shown.first().click()
  await page.getByText('1 of 3').waitFor()
  await checkPage(page)
  await page.keyboard.press('ArrowRight')
  await page.getByText('2 of 3').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('Mara submits and finds her entries', async () => {
  const { page } = mara
  await page.getByRole('button', { name: 'Submit 3 answers' }).click()
  await page.waitForURL('**/finished')
  await checkPage(page)
  await page.getByRole('link', { name: 'Goto Library' }).click()
  await page.getByRole('heading', { name: 'Your entries' }).waitFor()
  assert.match(page.url(), new RegExp(`/book/contribute/entry/${bid}$`))
  assert.equal(await page.getByRole('article').count(), 3)
  await assertPicturesAreThere(page, 3)
  await page.getByText('Unpublished').waitFor()
  await checkPage(page)
})

test('the book is published and Mara downloads it', async () => {
  const { page } = mara
  await server.command('book', 'publish', bid)
  await page.reload()
  await page.getByRole('link', { name: 'Download the book' }).waitFor()
  await assertPicturesAreThere(page, 3)
  const pictures = await picturesOn(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the book' }).click()
  const book = await readFile(await (await download).path())
  assert.equal(book.subarray(0, 5).toString(), '%PDF-')
  for (const picture of pictures) assert.ok(book.includes(pixelsOf(picture)))
  assert.match((await download).suggestedFilename(), /\.pdf$/)
  await checkPage(page)

  await page.getByRole('link', { name: 'Library', exact: true }).click()
  await page.getByRole('link', { name: `Re-Submit to ${KITCHEN.name}` }).waitFor()
})

test('the newest book is the largest, also on a phone', async () => {
  await server.addBook({ ...KITCHEN, name: 'Winter' })
  const { page, close } = await visitor(browser, { url: server.url, width: 390, height: 844 })
  await page.goto('/library')
  const covers = page.getByRole('article').locator('> :first-child > :first-child')
  await page.getByRole('article', { name: 'Winter' }).waitFor()
  const [newest, other] = await covers.evaluateAll((all) => all.map(({ offsetWidth }) => offsetWidth))
  assert.ok(newest > 1.5 * other, `${newest} and ${other} pixels`)
  await checkPage(page)
  await close()
})

test('Mara stops mails about editions by the link in one', async () => {
  const { page } = mara
  const mail = await server.mailTo(MARA.email, 'Your entries are live')
  const [, link] = mail.match(/https?:\/\/[^/\s]+(\/unsubscribe\/[^\s"<>]+)/) ?? []
  assert.ok(link, mail)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Stop mails about new editions?' }).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await page.getByRole('heading', { name: "You've unsubscribed" }).waitFor()
  await checkPage(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Never').waitFor()
  assert.ok(await page.getByLabel('Never').isChecked())
  await page.getByLabel('At every new edition').check()
  await page.getByText('Saved.').waitFor()
})

test('the browser had nothing to complain about', () => {
  assert.deepEqual(mara.complaints, [])
})

/** Width of the picture of an answer, in pixels. */
const PICTURE_WIDTH = 1120

/** Loaded and decoded, and not merely present; to be checked they are trimmed to their ink. */
async function assertPicturesAreThere(page, count, { areTrimmed = false } = {}) {
  const pictures = page.getByRole('img', { name: 'Your handwriting' })
  await pictures.nth(count - 1).waitFor()
  const widths = await pictures.evaluateAll(async (pictures) => {
    await Promise.all(pictures.map((picture) => picture.decode()))
    return pictures.map((picture) => picture.naturalWidth)
  })
  assert.equal(widths.length, count)
  const areWhole = widths.every((width) => width === PICTURE_WIDTH)
  assert.equal(areWhole, !areTrimmed, `${widths}`)
}
