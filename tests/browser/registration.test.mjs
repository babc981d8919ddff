/** Ada decides who becomes a member: by link, by card, by application, or nobody. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs, signIn } from './community.mjs'
import { Server } from './server.mjs'

const PHONE = { width: 390, height: 844 }
const WITHOUT_MAIL = { INKFOLD_MAIL__TRANSPORT: 'none' }
const NOA = { name: 'Noa Berg', email: 'noa@example.org', password: MARA.password }
const GREETING = `${ADA.name} invites you to write in “${KITCHEN.name}”.`
const WAITING = 'An admin has yet to accept you as a member. Until then you can read.'
const WELCOME = 'You have been accepted. Welcome!'

let browser

before(async () => {
  browser = await launch()
})

after(() => browser?.close())

/** A server on which new members are let in this way, with a book, and its admin at the invitations. */
async function community(registration, settings = {}) {
  const server = await Server.start({ INKFOLD_ACCOUNTS__REGISTRATION: registration, ...settings })
  const bid = await server.addBook(KITCHEN)
  await server.addMember({ ...ADA, admin: true })
  const ada = await openAs(browser, server.url, ADA)
  return { server, bid, ada, stop: () => server.stop() }
}

/** Types what every sign-up asks for. */
async function fillIn(page, { name, email, password }) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByText('Username is available').waitFor()
}

const submit = (page) => page.getByRole('button', { name: 'Sign up', exact: true }).click()

async function finishProfile(page, { name }) {
  await page.getByRole('heading', { name: `Welcome, ${name.split(' ')[0]}` }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Opens the dialog that makes invitations, and fills in all but their kind and number. */
async function openForm(page, name) {
  await page.goto('/admin/invitations')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const form = page.getByRole('dialog', { name: 'Invite people' })
  await form.getByLabel('Book to write in first (optional)').selectOption(KITCHEN.name)
  await form.getByLabel('Name (optional)').fill(name)
  return form
}

/** Makes a link for several people; answers its dialog. */
async function makeLink(page, name, people) {
  const form = await openForm(page, name)
  await form.getByLabel('How many people?').fill(String(people))
  await checkPage(page)
  await form.getByRole('button', { name: 'Make the link' }).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.waitFor()
  return dialog
}

/** Path of the link in a dialog. */
async function linkIn(dialog) {
  const { pathname, search } = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue())
  return pathname + search
}

const row = (page, name) => page.getByRole('row', { name: new RegExp(name) })

async function choose(page, name, action) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

const isSignedIn = (page, first) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: `${first}, Settings` })
    .waitFor()

const atBook = (page, bid) => page.waitForURL((url) => url.pathname === `/book/contribute/post/${bid}`)

describe('invited, without mail', () => {
  let place
  let link

  before(async () => {
    place = await community('invited', WITHOUT_MAIL)
  })

  after(() => place?.stop())

  test('an admin makes a link, which is copied and scanned', async () => {
    const { page } = place.ada
    await page.goto('/admin/invitations')
    await page.getByText('No invitations yet.').waitFor()
    await checkPage(page)
    const dialog = await makeLink(page, 'Club', 1)
    link = await linkIn(dialog)
    assert.match(link, /^\/signup\?invitation=([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/)
    await dialog.getByText('One person can still sign up with it.').waitFor()
    const { width } = await dialog.getByRole('img', { name: 'QR code of the link' }).boundingBox()
    assert.ok(width >= 256, `${width} px`)
    await dialog.getByRole('button', { name: 'Copy the link' }).click()
    await dialog.getByText('Copied.').waitFor()
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await row(page, 'Club').getByText('0 of 1').waitFor()
    await checkPage(page)
  })

  test('a newcomer with the link is signed in and led to the book', async () => {
    const { page, complaints, close } = await visitor(browser, { url: place.server.url, ...PHONE })
    await page.goto(link)
    await page.getByText(GREETING).waitFor()
    assert.equal(await page.getByLabel('Invitation code').count(), 0)
    await checkPage(page)
    await fillIn(page, MARA)
    await submit(page)
    await finishProfile(page, MARA)
    await atBook(page, place.bid)
    await isSignedIn(page, 'Mara')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.getByText(WAITING).count(), 0)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('a used link says so at the field', async () => {
    const { page, close } = await visitor(browser, { url: place.server.url, ...PHONE })
    await page.goto(link)
    await page.getByText('This invitation was used already.').waitFor()
    assert.match(link, new RegExp(await page.getByLabel('Invitation code').inputValue()))
    assert.equal(await page.getByRole('button', { name: 'Sign up', exact: true }).isDisabled(), true)
    await checkPage(page)
    await close()
  })

  test('the admin sees who came, and by whom', async () => {
    const { page } = place.ada
    await page.reload()
    await row(page, 'Club').getByText('1 of 1').waitFor()
    await row(page, 'Club').getByText('Used up').waitFor()
    await page.goto('/admin/members')
    await page.getByRole('link', { name: MARA.name }).click()
    await page.getByRole('heading', { level: 1, name: MARA.name }).waitFor()
    await page.getByText('Invited by').waitFor()
    await page.getByRole('definition').filter({ hasText: ADA.name }).waitFor()
    await checkPage(page)
  })

  test('cards are made, downloaded and withdrawn', async () => {
    const { page, complaints } = place.ada
    const form = await openForm(page, 'Cards for all')
    await form.getByLabel('A card for each person').check()
    await form.getByLabel('How many cards?').fill('0')
    await form.getByRole('button', { name: 'Make the cards' }).click()
    await form.getByText('Enter a number from 1 to 200.').waitFor()
    await checkPage(page)
    await form.getByLabel('How many cards?').fill('9')
    await form.getByRole('button', { name: 'Make the cards' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cards for all' })
    await dialog.getByText('9 cards are unused. Each works once.').waitFor()
    await checkPage(page)
    const begun = page.waitForEvent('download')
    await dialog
      .getByRole('button', { name: 'Download the cards (PDF, to print and cut)' })
      .click()
    const download = await begun
    assert.equal(download.suggestedFilename(), 'invitations.pdf')
    assert.ok((await readFile(await download.path(), 'latin1')).startsWith('%PDF-'))
    await dialog.getByText('The file is in your downloads.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await choose(page, 'Cards for all', 'Withdraw…')
    await page.getByRole('button', { name: 'Withdraw the invitation' }).click()
    await page.getByText('The invitation is withdrawn.').waitFor()
    await row(page, 'Cards for all').getByText('Withdrawn', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })
})

describe('invited, with mail', () => {
  let place
  let code

  before(async () => {
    place = await community('invited')
    const dialog = await makeLink(place.ada.page, 'Club', 5)
    code = await dialog.getByText(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/).innerText()
  })

  after(() => place?.stop())

  test('a newcomer who types the code of a card is led to the book by sign-in', async () => {
    const { page, complaints, close } = await visitor(browser, { url: place.server.url, ...PHONE })
    await page.goto('/signup')
    const field = page.getByLabel('Invitation code')
    await field.fill('AAAA-AAAA-AAAA')
    await page.getByText('There is no invitation with this code.').waitFor()
    await checkPage(page)
    await field.fill(code.replaceAll('-', '').toLowerCase())
    await page.getByText(GREETING).waitFor()
    await fillIn(page, MARA)
    await checkPage(page)
    await submit(page)
    await finishProfile(page, MARA)
    await page.getByText('Welcome aboard! Please sign in to get started.').waitFor()
    assert.equal(await page.getByText(WAITING).count(), 0)
    await signIn(page, MARA)
    await atBook(page, place.bid)
    await isSignedIn(page, 'Mara')
    assert.deepEqual(complaints, [])
    await close()
  })

  test('a withdrawn link says so', async () => {
    const { page } = place.ada
    await page.goto('/admin/invitations')
    await row(page, 'Club').getByText('1 of 5').waitFor()
    await choose(page, 'Club', 'Withdraw…')
    await page.getByRole('button', { name: 'Withdraw the invitation' }).click()
    await row(page, 'Club').getByText('Withdrawn', { exact: true }).waitFor()

    const newcomer = await visitor(browser, { url: place.server.url })
    await newcomer.page.goto(`/signup?invitation=${code}`)
    await newcomer.page.getByText('This invitation was withdrawn.').waitFor()
    await newcomer.close()
  })
})

/** Fills in sign-up where an admin accepts new members, and submits it. */
async function apply(page, who, words) {
  await page.goto('/signup')
  await page.getByLabel('Introduce yourself in a sentence').fill(words)
  await fillIn(page, who)
  await checkPage(page)
  await submit(page)
  await page.getByText(WAITING).waitFor()
  await finishProfile(page, who)
}

const application = (page, { name }) => page.getByRole('article', { name: new RegExp(name) })

describe('approved, without mail', () => {
  let place
  let mara

  before(async () => {
    place = await community('approved', WITHOUT_MAIL)
    mara = await visitor(browser, { url: place.server.url, ...PHONE })
  })

  after(() => place?.stop())

  test('an applicant is signed in, and reads that an admin has yet to accept them', async () => {
    const { page } = mara
    await apply(page, MARA, 'I write letters to my grandmother.')
    await page.waitForURL('**/begin')
    await page.getByText(WAITING).waitFor()
    await isSignedIn(page, 'Mara')
    await checkPage(page)
    await page.goto('/library')
    await page.getByText(WAITING).waitFor()
    await page.getByText(KITCHEN.description).waitFor()
  })

  test('an admin accepts, and the applicant is welcomed once', async () => {
    const { page } = place.ada
    await page.goto('/admin/applications')
    const card = application(page, MARA)
    await card.getByText('I write letters to my grandmother.').waitFor()
    await checkPage(page)
    await card.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`${MARA.name} is a member now.`).waitFor()
    await page.getByText('No open applications.').waitFor()
    await checkPage(page)

    await mara.page.reload()
    await mara.page.getByText(WELCOME).waitFor()
    await checkPage(mara.page)
    await mara.page.getByRole('button', { name: 'Dismiss' }).click()
    await mara.page.getByText(WELCOME).waitFor({ state: 'detached' })
    await mara.page.reload()
    await isSignedIn(mara.page, 'Mara')
    assert.equal(await mara.page.getByText(WELCOME).count(), 0)
    assert.deepEqual(mara.complaints, [])
  })

  test('a declined applicant is out', async () => {
    const noa = await visitor(browser, { url: place.server.url, ...PHONE })
    await apply(noa.page, NOA, 'Hello!')
    await noa.page.waitForURL('**/begin')

    const { page, complaints } = place.ada
    await page.reload()
    await application(page, NOA).getByRole('button', { name: 'Decline…' }).click()
    const dialog = page.getByRole('dialog', { name: `Decline ${NOA.name}?` })
    await dialog.getByText(`please tell ${NOA.name} yourself`).waitFor()
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Decline the application' }).click()
    await page.getByText(`${NOA.name} is declined.`).waitFor()
    await page.getByText('No open applications.').waitFor()
    assert.deepEqual(complaints, [])

    await noa.page.goto('/settings')
    await noa.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await noa.close()
  })
})

describe('approved, with mail', () => {
  let place

  before(async () => {
    place = await community('approved')
  })

  after(() => place?.stop())

  test('an applicant verifies the address, is accepted, and is told by mail', async () => {
    const { page, complaints, close } = await visitor(browser, { url: place.server.url, ...PHONE })
    await apply(page, MARA, 'I write letters to my grandmother.')
    await page.getByText('Welcome aboard! Please sign in to get started.').waitFor()
    await page.getByText(WAITING).waitFor()
    await checkPage(page)
    await signIn(page, MARA)
    await page.waitForURL('**/begin')
    await page.getByText(WAITING).waitFor()
    await page.getByText('Verify your email to submit.').waitFor()
    await checkPage(page)

    const mail = await place.server.mailTo(MARA.email, '/verify')
    await page.goto(mail.match(/https?:\/\/[^/\s]+(\/verify\?token=[^\s"<]+)/)[1])
    await page.getByRole('heading', { name: 'Email verified' }).waitFor()
    assert.equal(await page.getByText('You can submit pages now.').count(), 0)

    const admin = place.ada.page
    await admin.goto('/admin/applications')
    const card = application(admin, MARA)
    await card.getByText('Verified', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Accept' }).click()
    await admin.getByText('No open applications.').waitFor()
    assert.match(await place.server.mailTo(MARA.email, 'You have been accepted'), /\/library/)

    await page.goto('/library')
    await page.getByText(WELCOME).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText(WELCOME).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await close()
  })

  test('whoever has an invitation does not apply', async () => {
    const dialog = await makeLink(place.ada.page, 'Club', 1)
    const code = await dialog.getByText(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/).innerText()
    const { page, close } = await visitor(browser, { url: place.server.url, ...PHONE })
    await page.goto('/signup')
    await page.getByRole('button', { name: 'I have an invitation' }).click()
    await page.getByLabel('Invitation code').fill(code)
    await page.getByText(GREETING).waitFor()
    await fillIn(page, NOA)
    await submit(page)
    await finishProfile(page, NOA)
    await signIn(page, NOA)
    await atBook(page, place.bid)
    assert.equal(await page.getByText(WAITING).count(), 0)
    await close()
  })
})

test('a closed community says so, without a form', async () => {
  const server = await Server.start({ INKFOLD_ACCOUNTS__REGISTRATION: 'closed' })
  const { page, complaints, close } = await visitor(browser, { url: server.url, ...PHONE })
  for (const path of ['/signup', '/signup?invitation=AAAA-AAAA-AAAA']) {
    await page.goto(path)
    await page.getByText('This community takes no new members at present.').waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
    await checkPage(page)
  }
  await page.getByRole('link', { name: 'Go to the library' }).click()
  await page.waitForURL('**/library')
  assert.deepEqual(complaints, [])
  await close()
  await server.stop()
})
