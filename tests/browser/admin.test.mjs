/** Ada runs the place in the browser: a book from its first question to its edition, mail, and a member who leaves. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkFit, checkPage, launch } from './browser.mjs'
import { ADA, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'

const PHONE = { width: 390, height: 844 }

let server
let browser
let ada
let mara
/** The book's. */
let bid

before(async () => {
  server = await Server.start({ INKFOLD_PRIZE__ENABLED: 'true' })
  await server.addMember({ ...ADA, admin: true })
  await server.addMember(MARA)
  browser = await launch()
  ada = await openAs(browser, server.url, ADA)
  mara = await openAs(browser, server.url, MARA, PHONE)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const dialog = () => ada.page.getByRole('dialog')
/** Opens an admin page by its group and its name. */
async function open(group, name) {
  const places = ada.page.getByRole('navigation', { name: 'Admin pages' })
  await places.getByRole('link', { name: new RegExp(`^${group}`) }).click()
  await places.getByRole('list', { name: group }).getByRole('link', { name: new RegExp(`^${name}`) }).click()
}

async function choose(name, action) {
  await ada.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await ada.page.getByRole('button', { name: action, exact: true }).click()
}

test('a book is added, and asks what Ada wants', async () => {
  const { page } = ada
  await page.goto('/admin')
  await page.getByText('All caught up.').waitFor()
  await checkPage(page)
  await open('Content', 'Books')
  await page.getByRole('button', { name: 'Add a book' }).click()
  await checkPage(page)
  await page.getByLabel('Name').fill('Rivers')
  await page.getByLabel('Publish at').fill('1000')
  await page.getByRole('button', { name: 'Add the book' }).click()
  await page.getByText('This book has no questions yet.').waitFor()
  bid = new URL(page.url()).pathname.split('/').pop()

  for (const words of ['Which river?', 'Who swam?', 'Who fished?']) {
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill(words)
    await page.getByRole('button', { name: 'Done' }).click()
  }
  await page.getByRole('button', { name: /^Up ?: Who fished/ }).click()
  await page.keyboard.press('ArrowUp')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  assert.match(await focused(), /^Up: Who fished/)
  await checkPage(page)
  await page.getByRole('img', { name: 'Page 2 of the form as it prints' }).waitFor()
  await page.getByRole('button', { name: 'Save the questions' }).click()
  await page.getByText('The questions are saved.').waitFor()
  assert.match(await page.getByRole('list').filter({ hasText: 'Who swam?' }).innerText(), /^1\.\s+Edit:\s+Who fished\?/)
})

test('a question is edited in its place, dragged, and pasted as a list', async () => {
  const { page } = ada
  const texts = () => page.getByRole('button', { name: /^Edit ?: / }).allInnerTexts()
  await page.getByRole('button', { name: /^Edit ?: Who swam/ }).click()
  await page.keyboard.type(' And who sank?')
  await checkPage(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Edit ?: Who swam\? And who sank/ }).waitFor()
  await page.getByRole('button', { name: /^Edit ?: Who swam/ }).click()
  await page.keyboard.type(' Lost?')
  await page.keyboard.press('Escape')

  const handles = page.getByTitle('Drag to move')
  const [from, to] = [await handles.first().boundingBox(), await handles.last().boundingBox()]
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + to.height + 20, { steps: 5 })
  await page.mouse.up()
  const moved = (await texts()).map((text) => text.replace(/^Edit:\s+/, ''))
  assert.deepEqual(moved, ['Which river?', 'Who swam? And who sank?', 'Who fished?'])

  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1. Which bank?\n2. Which bridge?')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  })
  await page.getByText('2 questions are added.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal((await texts()).length, 3)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard the changes' }).click()
})

test('questions come from a file, after a look at what would change', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Import from a file…' }).click()
  const text = dialog().getByRole('textbox', { name: 'Questions' })
  await text.fill('boats,Which boats?\nnothing')
  await dialog().getByRole('button', { name: 'Preview the changes' }).click()
  await dialog().getByText(/^Line 2: There should be two columns/).waitFor()
  await dialog().getByRole('row', { name: /Which boats.* New/ }).waitFor()
  assert.equal(await dialog().getByRole('button', { name: 'Import the questions' }).isVisible(), false)
  await checkPage(page)
  await text.fill('boats,Which boats?\nwho-swam,"Who swam, and where?"')
  await dialog().getByRole('button', { name: 'Preview the changes' }).click()
  await dialog().getByText('Questions: 1 new, 1 changed, 0 unchanged.').waitFor()
  const changed = dialog().getByRole('row', { name: /Who swam, and where/ })
  assert.match(await changed.innerText(), /Who swam\?[^]*Who swam, and where\?/)
  await dialog().getByText('2 questions of the book aren’t in the file. They stay.').click()
  await dialog().getByText('Which river?').waitFor()
  await checkPage(page)
  await dialog().getByRole('button', { name: 'Import the questions' }).click()
  await page.getByRole('button', { name: /^Edit ?: Who swam, and where\?$/ }).waitFor()
})

test('what members write is in the grid, and leads to its page', async () => {
  await mara.page.goto(`/book/contribute/post/text/${bid}`)
  await mara.page.getByRole('button', { name: /Which boats/ }).first().click()
  await mara.page.getByRole('dialog').getByRole('textbox').first().fill('The green one, with the hole.')
  await mara.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await mara.page.getByText('Saved.').waitFor()

  const { page } = ada
  await page.goto(`/admin/${bid}`)
  await page.getByText('The green one, with the hole.').waitFor()
  await checkPage(page)
  await page.getByLabel('Member', { exact: true }).selectOption({ index: 1 })
  await page.waitForURL(`**/admin/${bid}/*`)
  await page.getByText('The green one, with the hole.').waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'of-member')
  await page.getByLabel('Question', { exact: true }).selectOption('who-swam')
  await page.getByText('No memos match these filters.').waitFor()
  await page.getByRole('link', { name: 'Show all memos' }).click()
  await page.getByRole('link', { name: 'Which boats?' }).click()
  await page.waitForURL('**/memo/*')
  await page.goBack()
  await page.waitForFunction(() => document.activeElement?.id.startsWith('memo-'))
})

test('the grid prints without the page around it, with codes that cameras can read', async () => {
  const { page } = ada
  await page.emulateMedia({ media: 'print' })
  const code = await page.getByRole('img', { name: /QR code/ }).boundingBox()
  const MILLIMETRE = 96 / 25.4
  assert.ok(code.width >= 25 * MILLIMETRE, `the code is ${code.width} px wide`)
  await page.getByText(/^http.*\/memo\//).waitFor()
  assert.equal(await page.getByRole('banner').isVisible(), false)
  assert.equal(await page.getByLabel('Member', { exact: true }).isVisible(), false)
  await page.emulateMedia({ media: 'screen' })
})

test('an answered question stays', async () => {
  const { page } = ada
  await page.goto(`/admin/books/${bid}`)
  await page.getByRole('button', { name: /^Remove ?: Which boats/ }).click()
  await page.getByText(/It has 1 entry/).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Keep it' }).click()
})

test('the book is previewed, published and taken back', async () => {
  const { page } = ada
  await choose('Rivers', 'Preview the book…')
  const link = dialog().getByRole('link', { name: 'Download the preview' })
  await link.waitFor()
  await checkPage(page)
  const download = page.waitForEvent('download')
  await link.click()
  assert.equal((await download).suggestedFilename(), 'Rivers (preview).pdf')
  await dialog().getByRole('button', { name: 'Close' }).click()

  await choose('Rivers', 'Publish…')
  await dialog().getByRole('button', { name: 'Publish edition 1' }).click()
  await dialog().getByText('Edition 1 is published.').waitFor()
  await checkPage(page)
  await dialog().getByRole('button', { name: 'Close' }).click()

  await choose('Rivers', 'Unpublish…')
  await dialog().getByRole('button', { name: 'Unpublish the book' }).click()
  await page.getByText('Rivers is no longer published.').waitFor()
})

test('a suggestion becomes a book', async () => {
  await mara.page.goto('/library')
  await mara.page.getByRole('button', { name: /suggestion/ }).click()
  await mara.page.getByLabel('What should it be about?').fill('Stairs and landings')
  await mara.page.getByRole('button', { name: 'Send' }).click()
  await mara.page.getByText(/on its way to the admins/).waitFor()

  const { page } = ada
  await page.goto('/admin')
  await page.getByRole('link', { name: '1 open suggestion' }).click()
  await checkPage(page)
  await page.getByRole('link', { name: 'Make it a book…' }).click()
  assert.equal(await dialog().getByLabel('Name').inputValue(), 'Stairs and landings')
  await dialog().getByRole('button', { name: 'Add the book' }).click()
  await page.getByText('This book has no questions yet.').waitFor()
  await page.goto('/admin/suggestions?state=done')
  await page.getByRole('link', { name: 'Stairs and landings' }).waitFor()
})

test('while a menu is open the buttons below it cannot be pressed by mistake', async () => {
  const { page } = ada
  await page.goto('/admin/books')
  const menus = page.getByRole('button', { name: /^Actions for/ })
  await menus.first().click()
  await checkPage(page)
  const { x, y, height } = await menus.last().boundingBox()
  await page.mouse.click(x + 1, y + height - 1)
  await page.waitForFunction(() => document.querySelector('[aria-expanded="true"]') === null)
})

test('a backup is made while Ada looks, and the overview knows of it', async () => {
  const { page } = ada
  await page.goto('/admin')
  await open('Server', 'Backups')
  await page.getByText('No backups yet.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText(/The backup is complete/).waitFor()
  await page.getByRole('row', { name: /Z just now/ }).waitFor()
  await page.reload()
  await page.getByRole('row', { name: /Z (just now|.* ago)/ }).waitFor()
  await page.getByText(/^inkfold restore .*Z$/).waitFor()
  await checkPage(page)
  await page.goto('/admin')
  await page.getByText(/The last backup was made/).waitFor()
})

test('the settings are read, found by words, and say who has set them', async () => {
  const { page } = ada
  await open('Server', 'Settings')
  await page.getByRole('heading', { level: 1, name: 'Server settings' }).waitFor()
  await page.getByLabel('Find a setting').fill('whether the prize game is on')
  const row = page.getByRole('row', { name: /^enabled/ })
  await row.getByText('Variable INKFOLD_PRIZE__ENABLED').waitFor()
  await page.getByLabel('Only changed settings').check()
  await page.waitForURL((url) => url.searchParams.get('only') === 'set')
  await page.reload()
  await row.waitFor()
  await checkPage(page)
})

test('mails are seen, and a test mail says how it fared', async () => {
  const { page } = ada
  await page.goto('/admin/mail?state=sent')
  await page.getByRole('row', { name: /What became of your suggestion/ }).waitFor()
  await page.getByRole('button', { name: 'Send a test mail…' }).click()
  await dialog().getByRole('button', { name: 'Send it now' }).click()
  await dialog().getByText(`The mail to ${ADA.email} was sent.`).waitFor()
  await checkPage(page)
  await dialog().getByRole('button', { name: 'Close' }).click()
})

test('credits are given', async () => {
  const { page } = ada
  await page.goto('/admin/plays')
  await page.getByRole('button', { name: 'Give credits…' }).click()
  await dialog().getByLabel('To').fill('mara')
  await dialog().getByLabel('Reason').fill('The scanner failed.')
  await checkPage(page)
  await dialog().getByRole('button', { name: 'Give credits' }).click()
  await page.getByText('mara got 1 credit, and has 1 now.').waitFor()
})

test('an unknown address below the admin pages is not found', async () => {
  // A page of its own: the missing book is an error there.
  const lost = await openAs(browser, server.url, ADA)
  await lost.page.goto('/admin/nonsense')
  await lost.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await checkPage(lost.page)
  await lost.close()
})

test('on a phone the places are a menu', async () => {
  const phone = await openAs(browser, server.url, ADA, PHONE)
  await phone.page.goto('/admin/books')
  await phone.page.getByRole('button', { name: 'Admin: Books' }).click()
  await checkFit(phone.page)
  await phone.page.getByRole('link', { name: 'Audit log' }).click()
  await phone.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await checkPage(phone.page)
  await phone.close()
})

test('a member is looked at and deleted, by name and with the password', async () => {
  const { page } = ada
  await page.goto('/admin/members?q=lindq')
  await page.getByRole('link', { name: 'Mara Lindqvist' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mara Lindqvist' }).waitFor()
  await checkPage(page)
  await choose('Mara Lindqvist', 'Delete the account…')
  await dialog().getByLabel(/^Type the username/).fill('mara')
  await dialog().getByLabel('Your own password').fill('not my password')
  await dialog().getByRole('button', { name: 'Delete the account for good' }).click()
  await dialog().getByText('Your current password is incorrect.').waitFor()
  await checkPage(page)
  await dialog().getByLabel('Your own password').fill(ADA.password)
  await dialog().getByRole('button', { name: 'Delete the account for good' }).click()
  await page.getByText('The account of Mara Lindqvist is deleted.').waitFor()
  await page.waitForURL('**/admin/members')

  await open('Server', 'Audit log')
  await page.getByRole('row', { name: /Account deleted/ }).waitFor()
  await page.getByRole('row', { name: /Book unpublished/ }).waitFor()
  assert.deepEqual(ada.complaints, [])
})
