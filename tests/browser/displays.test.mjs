/** Paper display, the themes, and what comes out of a printer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launch, visitor } from './browser.mjs'
import { Server } from './server.mjs'

let server
let browser

before(async () => {
  server = await Server.start()
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const open = (options) => visitor(browser, { url: server.url, ...options })

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
