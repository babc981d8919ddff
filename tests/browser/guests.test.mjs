/** Mara keeps a book and makes a guest link. Noor answers without an account, comes back by a private link, and joins. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'

const PHONE = { width: 390, height: 844 }
const QUESTION = KITCHEN.prompts.smell

let server
let browser
let bid
let mara
let noor
let guestLink
let privateLink

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  await server.command('user', 'promote', MARA.username, '--keeper', bid)
  browser = await launch()
  mara = await openAs(browser, server.url, MARA)
  noor = await visitor(browser, { url: server.url, ...PHONE })
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Path of an address of the server, which may be known by another host. */
const pathOf = (address) => new URL(address).pathname

/** Types an answer to the first question on the page for texts. */
async function answer(page, text) {
  await page.goto(`/book/contribute/post/text/${bid}`)
  await page.getByRole('button', { name: /^Question 1/ }).click()
  await page.getByLabel('Your answer').fill(text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('a keeper makes a guest link', async () => {
  const { page } = mara
  await page.goto(`/admin/books/${bid}/guests`)
  await page.getByText('No answers are waiting.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Make a guest link' }).click()
  guestLink = await page.getByLabel('Link', { exact: true }).inputValue()
  assert.match(guestLink, /\/guest\/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await page.getByRole('img', { name: 'QR code of the guest link' }).waitFor()
  await checkPage(page)
})

test('a guest gives a name and answers without an account', async () => {
  const { page } = noor
  await page.goto('/guest/3467-9ACD-EFGH')
  await page
    .getByText(/doesn’t work|doesn't work/)
    .first()
    .waitFor()
  await checkPage(page)
  await page.goto(pathOf(guestLink))
  await page.getByRole('heading', { level: 1, name: KITCHEN.name }).waitFor()
  await checkPage(page)
  await page.getByLabel('Your name').fill('Noor Haddad')
  await page.getByRole('button', { name: 'Begin' }).click()
  privateLink = await page.getByRole('textbox', { name: 'Your private link' }).inputValue()
  assert.match(privateLink, /\/guest\/back\/\S{43}$/)
  await checkPage(page)
  await page.getByRole('link', { name: 'Answer the questions' }).click()
  await page.getByRole('heading', { name: 'You’re a guest' }).waitFor()
  await checkPage(page)
  await answer(page, 'Of bread and of wet coats.')
  await page
    .getByText('Your answer waits until somebody who looks after the book accepts it.')
    .waitFor()
  await checkPage(page)
  await page.goto(`/book/contribute/entry/${bid}`)
  await page.getByText('Waiting for acceptance').first().waitFor()
  await checkPage(page)
  // The way to threads and settings is not for guests.
  await page.goto('/settings')
  await page.waitForURL((url) => url.pathname.includes(bid))
})

test('a keeper accepts the answer of a guest', async () => {
  const { page } = mara
  await page.goto(`/admin/books/${bid}/guests`)
  await page.getByText('1 answer is waiting.').waitFor()
  await page.getByRole('article', { name: QUESTION }).getByText('Noor Haddad').first().waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: /^Accept the answer of Noor Haddad/ }).click()
  await page.getByText('No answers are waiting.').waitFor()
  await checkPage(page)
})

test('a private link brings the guest back on another device', async () => {
  const tablet = await visitor(browser, { url: server.url, width: 820, height: 1180 })
  await tablet.page.goto(pathOf(privateLink))
  await tablet.page.waitForURL((url) => url.pathname.includes(bid))
  await tablet.page.getByText('Of bread and of wet coats.').first().waitFor()
  assert.equal(await tablet.page.getByText('Waiting for acceptance').count(), 0)
  await checkPage(tablet.page)
  const stranger = await visitor(browser, { url: server.url })
  await stranger.page.goto('/guest/back/unknown')
  await stranger.page
    .getByText(/This private link doesn/)
    .first()
    .waitFor()
  await checkPage(stranger.page)
  await tablet.close()
  await stranger.close()
})

test('a guest creates an account and keeps the answers', async () => {
  const { page } = noor
  await page.goto('/guest-account')
  await page.getByLabel('Email').fill('noor@example.org')
  await page.getByLabel('Username').fill('noor')
  await page.getByLabel('Password', { exact: true }).fill('ink and paper')
  await page.getByLabel('Confirm password').fill('ink and paper')
  await checkPage(page)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL((url) => url.pathname !== '/guest-account')
  await page.goto(`/book/contribute/entry/${bid}`)
  await page.getByText('Of bread and of wet coats.').first().waitFor()
  assert.equal(await page.getByRole('heading', { name: 'You’re a guest' }).count(), 0)
  await checkPage(page)
})
