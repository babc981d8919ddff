/** A member plays, wins and claims; an admin pays. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { COLOURS, checkPage, launch, visitor } from './browser.mjs'
import { ADA, KITCHEN, MARA, signIn } from './community.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'

/** Every peg wins, so that nothing is left to luck. */
const BEA = { name: 'Bea Lind', email: 'bea@example.org', username: 'bea', password: 'ink and paper' }
const EVERYBODY_WINS = {
  INKFOLD_PRIZE__ENABLED: 'true',
  INKFOLD_PRIZE__WINNING_PEGS: '49',
  INKFOLD_PRIZE__REWARD: 'a book token',
}
const ENTER = 'Submit Questionnaire and Enter to Win!'

let server
let browser
let path
let file

before(async () => {
  server = await Server.start(EVERYBODY_WINS)
  const bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  await server.addMember({ ...ADA, admin: true })
  await server.addMember({ ...BEA, admin: true })
  path = `/book/contribute/post/hand/${bid}`
  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const bytes = await fill(new Uint8Array(await blank.arrayBuffer()), { 2: 'By the stove' }, ['E3'])
  file = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Has the server decide about a claim, and waits for its answer. */
async function decide(page, claim, name) {
  const decided = page.waitForResponse('**/api/admin/payouts/*/decide')
  await claim.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('button', { name, exact: true }).click()
  assert.equal((await decided).status(), 200)
}

test('a marked peg is played and won, the win claimed and paid', async () => {
  const { page, complaints, close } = await visitor(browser, { url: server.url })
  await page.goto(`/signin?last=${path.slice(1)}`)
  await signIn(page, MARA)
  await page.getByLabel('Choose your PDF or PNG').setInputFiles(file)
  const grid = page.getByRole('img', { name: 'Peg E3 is your entry.' })
  const game = page.getByText(
    'PrizePeg: Peg E3 is your entry. Please confirm your pick before you submit.',
  )
  await game.waitFor()
  // The picture arrives while it is folded.
  await page.getByRole('button', { name: ENTER, disabled: false }).waitFor()
  await page.getByRole('button', { name: 'Just Submit, Skip the PrizePeg Game' }).waitFor()
  assert.ok(!(await grid.isVisible()), 'the game is not in one line')
  await checkPage(page)
  await game.click()
  await grid.waitFor()
  await page.getByRole('link', { name: /^Terms of the game/ }).waitFor()
  await checkPage(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  const filter = await grid.evaluate((picture) => getComputedStyle(picture).filter)
  assert.match(filter, /^invert/, 'the grid is white on dark display')
  await checkPage(page, COLOURS)
  await page.getByRole('button', { name: ENTER }).click()
  await page.getByRole('heading', { name: 'You have won!' }).waitFor()
  await page.getByText('You have won a book token.').waitFor()
  await checkPage(page)

  await page.getByRole('link', { name: 'Claim Your Prize' }).click()
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByLabel('Name').fill('Mara Ink')
  await page.getByLabel('Email').fill('reward@example.org')
  await checkPage(page)
  await page.getByRole('button', { name: 'Claim Your Prize' }).click()
  await page.getByRole('heading', { name: 'Thank you for your submission!' }).waitFor()
  await close()

  const admin = await visitor(browser, { url: server.url })
  await admin.page.goto('/signin?last=admin/payouts')
  await signIn(admin.page, ADA)
  const claim = admin.page.getByRole('row', { name: /reward@example\.org/ })
  await claim.waitFor()
  await checkPage(admin.page)
  await decide(admin.page, claim, 'Approve')
  // Not the tab of that name.
  await claim.getByText('Approved').first().waitFor()
  await admin.close()

  const second = await visitor(browser, { url: server.url })
  await second.page.goto('/signin?last=admin/payouts')
  await signIn(second.page, BEA)
  const approved = second.page.getByRole('row', { name: /reward@example\.org/ })
  await decide(second.page, approved, 'Mark as paid')
  await approved.getByText('Paid').first().waitFor()
  await second.close()

  const mail = await server.mailTo(MARA.email, 'is paid')
  assert.match(mail, /a book token by PayPal/)
  assert.deepEqual(complaints, [])
})

test('who comes again takes a retry, and plays once more', async () => {
  const { page, complaints, close } = await visitor(browser, { url: server.url, width: 390 })
  await page.goto(`/signin?last=${path.slice(1)}`)
  await signIn(page, MARA)
  await page.getByText('Rounding up the unicorns..').waitFor()
  await page.getByText('We are checking your Retry credits').waitFor()
  await page.getByRole('button', { name: 'Resubmit' }).waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Resubmit' }).click()
  await page.getByText('We found your credits').waitFor()
  await page.getByLabel('Choose your PDF or PNG').setInputFiles(file)
  // One win a day is enough for one member.
  await page.getByText('You have hit the daily win limit for this game.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Submit questionnaire' }).click()
  await page.getByText('Your handwriting has arrived.').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})
