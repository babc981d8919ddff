/** Drafts of transcriptions: read by the server, checked by the writer, never taken for the writer's words before. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'

let server
let browser
let mara
let page
let bid

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  browser = await launch()
  mara = await visitor(browser, { url: server.url })
  page = mara.page
  await page.goto(`/signin?last=book/contribute/post/hand/${bid}`)
  await signIn(page, MARA)
  await page.getByText('How It Works').waitFor()
})

after(async () => {
  await mara?.close()
  await browser?.close()
  await server?.stop()
})

const field = () => page.getByLabel(/^Transcription \(optional\)/)
const isDrafted = () => page.getByText(/Read by the server, please check/).waitFor()
const isFocused = () => field().evaluate((area) => area === document.activeElement)

test('a draft is confirmed before it is submitted', async () => {
  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const bytes = await fill(new Uint8Array(await blank.arrayBuffer()), { 2: 'By the warm stove' })
  const filled = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  await page.getByLabel('Choose your PDF or PNG').setInputFiles(filled)
  await page.getByRole('button', { name: /^Type it out/ }).click()
  await isDrafted()
  assert.match(await field().inputValue(), /BY THE WARM STOVE/)
  assert.ok(await isFocused(), 'the field keeps the focus when the draft arrives')
  await field().press('End')
  await field().type(' indeed')
  await page.getByText('You edited the draft of question 2.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Submit one answer' }).isDisabled())
  await page.getByRole('button', { name: /^Use this text/ }).click()
  assert.ok(await isFocused(), 'the focus is not lost with the button')
  await page.getByRole('button', { name: 'Submit one answer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor()
  await page.goto(`/book/contribute/entry/${bid}`)
  await page.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('button', { name: 'Edit the transcription' }).click()
  assert.match(await field().inputValue(), /STOVE indeed/)
})

test('doubtful words are underlined where they stand', async () => {
  const draft = { text: 'Two long lines of words, the last of which is doubtful: papar.', doubtful: [[56, 62]] }
  await page.route('**/api/memo/draft', (route) => route.fulfill({ json: { draft } }))
  await field().fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // A draft is not offered again to who has cleared the field, until the page is loaded anew.
  await page.reload()
  await page.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('button', { name: 'Add a transcription' }).click()
  await isDrafted()
  await page.getByText(/One word is doubtful/).waitFor()
  // The copy behind the field breaks its lines in the same places.
  const [copy, own] = await field().evaluate((area) =>
    [area.previousElementSibling, area].map(({ scrollHeight }) => scrollHeight),
  )
  assert.ok(Math.abs(copy - own) < 30, `${copy} and ${own}`)
  assert.equal(await page.locator('[class*=doubtful]').textContent(), 'papar.')
  await field().press('F8')
  const selected = await field().evaluate(({ value, selectionStart, selectionEnd }) =>
    value.slice(selectionStart, selectionEnd),
  )
  assert.equal(selected, 'papar.')
  await page.getByRole('button', { name: /^No more drafts/ }).click()
  await page.getByText(/turn them on in Settings/).waitFor()
  assert.equal(await field().inputValue(), '')
  await page.goto('/settings')
  assert.equal(await page.getByLabel('Draft my transcriptions').isChecked(), false)
})
