/** Mara keeps a book for Ada: she sets its dates, sees who has answered, reminds Otto, and signs her tablet in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs, signIn } from './community.mjs'
import { Server } from './server.mjs'

const PHONE = { width: 390, height: 844 }
const OTTO = { ...MARA, name: 'Otto Holm', email: 'otto@example.org', username: 'otto' }

let server
let browser
let bid
let ada
let mara
let otto

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  await server.addBook({ ...KITCHEN, name: 'The garden gate' })
  await server.addMember({ ...ADA, admin: true })
  for (const member of [MARA, OTTO]) await server.addMember(member)
  browser = await launch()
  ada = await openAs(browser, server.url, ADA)
  mara = await openAs(browser, server.url, MARA)
  otto = await openAs(browser, server.url, OTTO, PHONE)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

async function openMenu(page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
}

/** Chooses an action of the book on its page for keepers. */
async function choose(page, action) {
  await page.getByRole('button', { name: `Actions for ${KITCHEN.name}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Waits until the tablet shows its codes, in the room that was kept for them. */
const showsCode = (page) =>
  page.getByRole('img', { name: 'QR code of the address below' }).waitFor()

test('an admin names a keeper, who manages that book only', async () => {
  const { page } = ada
  await page.goto(`/admin/books/${bid}`)
  await page.getByText('This book has no keepers, so admins look after it.').waitFor()
  await page.getByRole('button', { name: 'Add a keeper…' }).click()
  const dialog = page.getByRole('dialog', { name: `Add a keeper to ${KITCHEN.name}` })
  await dialog.getByLabel('Username or email').fill('nobody-at-all')
  await dialog.getByRole('button', { name: 'Add the keeper' }).click()
  await dialog.getByText('not found').first().waitFor()
  await dialog.getByLabel('Username or email').fill(MARA.username)
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Add the keeper' }).click()
  await page.getByText(MARA.name).first().waitFor()
  await checkPage(page)

  await mara.page.goto('/begin')
  await openMenu(mara.page)
  await mara.page.getByRole('link', { name: 'Manage books' }).click()
  await mara.page.getByRole('link', { name: KITCHEN.name, exact: true }).first().waitFor()
  assert.equal(await mara.page.getByText('The garden gate').count(), 0)
  await checkPage(mara.page)
  await mara.page.goto('/admin/members')
  await mara.page.waitForURL((url) => !url.pathname.startsWith('/admin/members'))
})

test('a keeper sees who has answered, and reminds the others', async () => {
  const { page } = mara
  await page.goto(`/admin/books/${bid}`)
  await page.getByRole('link', { name: 'Who has answered' }).click()
  await page.getByRole('heading', { level: 1, name: 'Who has answered' }).waitFor()
  await page.getByRole('rowheader', { name: /Otto Holm/ }).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Remind…' }).click()
  const dialog = page.getByRole('dialog', { name: `Remind people of ${KITCHEN.name}` })
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Send the reminder' }).click()
  await dialog.getByText('2 people were reminded.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await otto.page.goto('/begin')
  await otto.page
    .getByText(`5 questions of “${KITCHEN.name}” are still open for you.`)
    .waitFor()
  await checkPage(otto.page)
  await otto.page.getByRole('button', { name: 'Dismiss' }).click()
  await otto.page.reload()
  await otto.page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await otto.page.getByText('are still open for you').count(), 0)
})

test('a keeper closes the book, and nobody can hand in any more', async () => {
  const { page } = mara
  await otto.page.goto(`/book/contribute/post/text/${bid}`)
  await otto.page.getByRole('button', { name: /What did your kitchen smell like/ }).first().click()
  const form = otto.page.getByRole('dialog')
  const answer = form.getByRole('textbox').first()
  await answer.fill('Of toast and wet coats.')

  await page.goto(`/admin/books/${bid}`)
  await choose(page, 'Dates…')
  const dialog = page.getByRole('dialog', { name: `Dates of ${KITCHEN.name}` })
  await checkPage(page)
  await dialog.getByLabel('Closes (optional)').fill('2020-12-24T18:00')
  await dialog.getByRole('button', { name: 'Save the dates' }).click()
  await page.getByText('Closed on 24 December 2020, 18:00.').first().waitFor()

  await form.getByRole('button', { name: 'Save' }).click()
  await form
    .getByText('This book closed on 24 December 2020, 18:00. No more answers can be handed in.')
    .first()
    .waitFor()
  assert.equal(await answer.inputValue(), 'Of toast and wet coats.')
  await checkPage(otto.page)
  await otto.page.goto('/library')
  await otto.page.getByText('Closed on 24 December 2020, 18:00.').first().waitFor()
  await checkPage(otto.page)
})

test('a phone signs a tablet in', async () => {
  const tablet = await visitor(browser, { url: server.url, width: 820, height: 1180 })
  await tablet.page.goto('/signin')
  await tablet.page.getByRole('link', { name: 'Sign in with a phone' }).click()
  await showsCode(tablet.page)
  const shown = await tablet.page.getByText(/Choose this code on your phone/).innerText()
  const code = shown.match(/[0-9A-Z]{4}\s*$/)[0].trim()
  await checkPage(tablet.page)
  const address = await tablet.page.getByText(/Can’t scan it\?/).innerText()
  const path = address.match(/\/tablet\/[0-9A-Z]{6}/)[0]

  await otto.page.goto(path)
  await otto.page.getByText(/A tablet wants to be signed in as Otto Holm/).waitFor()
  await checkPage(otto.page)
  await otto.page.getByRole('button', { name: code, exact: true }).click()
  await otto.page.getByText('Your tablet is signed in.').waitFor()
  await tablet.page.waitForURL('**/begin')
  await tablet.page.getByRole('link', { name: 'Otto, Settings' }).first().waitFor()
})

test('a phone that is signed out signs in first', async () => {
  const tablet = await visitor(browser, { url: server.url })
  await tablet.page.goto('/signin/tablet')
  await showsCode(tablet.page)
  const address = await tablet.page.getByText(/Can’t scan it\?/).innerText()
  const phone = await visitor(browser, { url: server.url, ...PHONE })
  await phone.page.goto(address.match(/\/tablet\/[0-9A-Z]{6}/)[0])
  await phone.page.waitForURL('**/signin**')
  await signIn(phone.page, OTTO)
  await phone.page.getByText(/A tablet wants to be signed in as Otto Holm/).waitFor()
  await phone.page.getByRole('button', { name: 'None of these' }).click()
  await phone.page.getByText('The tablet stays signed out.').waitFor()
})

test('a keeper stops looking after the book', async () => {
  const { page } = mara
  await page.goto(`/admin/books/${bid}`)
  await page.getByRole('button', { name: 'Stop looking after this book…' }).click()
  const dialog = page.getByRole('dialog', { name: `Stop looking after ${KITCHEN.name}?` })
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Stop looking after it' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
  await openMenu(page)
  assert.equal(await page.getByRole('link', { name: 'Manage books' }).count(), 0)
})
