/** A post by itself: above its thread, at its own address, and as a link for others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, visitor } from './browser.mjs'
import { ADA, openAs } from './community.mjs'
import { cards, threadCommunity } from './threads.mjs'

const PHONE = { width: 390, height: 844 }

let server
let browser
let threadOf
let stop

before(async () => {
  ;({ server, browser, threadOf, stop } = await threadCommunity())
})

after(() => stop?.())

test('a post opens as a place above its thread, and going back returns to the card', async () => {
  const { path, ids } = await threadOf(9)
  const { page, complaints, close } = await openAs(browser, server.url, ADA, PHONE)
  await page.goto(path)
  await cards(page).first().waitFor()
  for (let tries = 0; tries < 60 && (await cards(page).count()) < 9; tries += 1) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(200)
  }
  const link = page.getByRole('link', { name: 'Page 5', exact: true })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  const dialog = page.getByRole('dialog')
  const isBack = async () => {
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL(`**${path}**`)
    await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[4]}`)
    const scrolled = Math.abs((await page.evaluate(() => scrollY)) - before)
    assert.ok(scrolled <= 50, `scrolled by ${scrolled}`)
    assert.equal(await cards(page).count(), 9)
  }
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await link.click()
    await page.getByRole('dialog', { name: 'Page 5' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/posts/${ids[4]}`)
    await checkPage(page)
    await leave()
    await isBack()
  }

  await link.click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'Page 6' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/posts/${ids[5]}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'Page 4' }).waitFor()
  const pasted = page.url()
  await page.keyboard.press('Escape')
  await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[3]}`)
  assert.deepEqual(complaints, [])
  await close()

  const visiting = await visitor(browser, { url: server.url })
  await visiting.page.goto(pasted)
  await visiting.page.getByRole('heading', { level: 1, name: 'Page 4' }).waitFor()
  assert.equal(await visiting.page.getByRole('dialog').count(), 0)
  await checkPage(visiting.page)
  await visiting.close()
})

test('the preview goes on where the thread below has stopped', async () => {
  const { path, ids } = await threadOf(5, ADA)
  const { page, complaints, close } = await openAs(browser, server.url, ADA, PHONE)
  // Then nothing comes by itself.
  await page.addInitScript(() => delete window.IntersectionObserver)
  await page.goto(path)
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  assert.equal(await cards(page).count(), 3)
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await page.getByText('Post 3 of 5').waitFor()
  for (const name of ['Page 4', 'Page 5']) {
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name }).waitFor()
  }
  assert.equal(new URL(page.url()).pathname, `/posts/${ids[4]}`)
  await page.keyboard.press('ArrowRight')
  await page.getByText('This is the last post of the thread.').waitFor()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[4]}`)
  assert.deepEqual(complaints, [])
  await close()
})

test('a link is shared on plain http, where the browser has no clipboard for pages', async () => {
  const { ids } = await threadOf(1)
  const { page, close } = await openAs(browser, server.url, ADA)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', () => {
      window.copied = document.getSelection()?.toString() || document.activeElement?.value
    })
  })
  await page.goto(`/posts/${ids[0]}`)
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByText('Post share URL has been copied to the clipboard!').first().waitFor()
  assert.equal(await page.evaluate(() => window.copied), `${server.url}/posts/${ids[0]}`)
  await close()
})
