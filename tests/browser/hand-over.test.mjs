/** A tablet that cannot upload, a phone that does it in its place, and photos that it takes. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'

const PYTHON = fileURLToPath(new URL('../../target/venv/bin/python', import.meta.url))
/** Page two as a camera held sideways saves it: turned, with a note of how to turn it back. */
const PHOTO = `
import sys
from PIL import Image
import pypdfium2
page = pypdfium2.PdfDocument(sys.argv[1])[1].render(scale=4).to_pil().convert("RGB")
exif = Image.Exif()
exif[0x0112] = 6
page.rotate(90, expand=True).save(sys.argv[2], quality=85, exif=exif)
`

let server
let browser
let path
let filled

before(async () => {
  server = await Server.start()
  const bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  path = `/book/contribute/post/hand/${bid}`
  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const bytes = await fill(new Uint8Array(await blank.arrayBuffer()), { 2: 'By the stove' })
  filled = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('a phone that is not signed in sends the form, and the tablet submits it', async () => {
  const tablet = await visitor(browser, { url: server.url })
  await tablet.page.goto(`/signin?last=${path.slice(1)}`)
  await signIn(tablet.page, MARA)
  await tablet.page.getByRole('button', { name: 'Send it from a phone' }).click()
  const dialog = tablet.page.getByRole('dialog')
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  const code = (await dialog.getByText(/^[0-9A-Z]{6}$/).textContent()) ?? ''

  const phone = await visitor(browser, { url: server.url })
  await phone.page.goto('/hand-over')
  await phone.page.getByLabel('Code').fill(code.toLowerCase())
  await phone.page.getByRole('button', { name: 'Continue' }).click()
  await phone.page.getByText(KITCHEN.name).waitFor()
  await phone.page.getByLabel('Choose your PDF or PNG').setInputFiles(filled)
  await phone.page.getByText('Your form was read.').waitFor()

  await tablet.page.getByRole('heading', { name: 'We found one answer' }).waitFor()
  assert.equal(await dialog.count(), 0)
  await tablet.page.getByRole('button', { name: 'Submit one answer' }).click()
  await tablet.page.getByText('Your handwriting has arrived.').waitFor()
  await phone.close()
  await tablet.close()
})

test('a photo of the page is turned upright and made a PNG before it is sent', {
  skip: !existsSync(PYTHON) && 'no Python to take the photo',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkfold-photo-'))
  const [pdf, jpeg] = ['page.pdf', 'page.jpg'].map((name) => join(folder, name))
  await writeFile(pdf, filled.buffer)
  await promisify(execFile)(PYTHON, ['-c', PHOTO, pdf, jpeg])
  const phone = await visitor(browser, { url: server.url, hasTouch: true, isMobile: true })
  try {
    await phone.page.goto(`/signin?last=${path.slice(1)}`)
    await signIn(phone.page, MARA)
    const camera = phone.page.getByLabel('Take a photo')
    await camera.waitFor({ state: 'attached' })
    assert.ok(await phone.page.getByText('Take a photo').isVisible())
    assert.equal(await camera.getAttribute('capture'), 'environment')
    const sent = phone.page.waitForRequest((request) => request.url().endsWith('/extract'))
    await camera.setInputFiles(jpeg)
    await sent
    await phone.page.getByRole('heading', { name: 'We found one answer' }).waitFor()
    assert.ok(await phone.page.getByText('page.png').isVisible())
  } finally {
    await phone.close()
    await rm(folder, { recursive: true, force: true })
  }
})
