/** Ada moderates what Mara has written in a published book: reported, hidden with a reason, shown again, removed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'

const OTTO = { ...MARA, name: 'Otto Holm', email: 'otto@example.org', username: 'otto' }
const PHONE = { width: 390, height: 844 }
const SAID = 'Bread, rain and wool.'

let server
let browser
let bid
let memo
let ada
let mara
let otto

before(async () => {
  server = await Server.start()
  bid = await server.addBook(KITCHEN)
  await server.addMember({ ...ADA, admin: true })
  for (const member of [MARA, OTTO]) await server.addMember(member)
  browser = await launch()
  ada = await openAs(browser, server.url, ADA)
  mara = await openAs(browser, server.url, MARA, PHONE)
  otto = await openAs(browser, server.url, OTTO)
  memo = await write(mara.page, 'smell')
  await write(otto.page, 'smell')
  await server.command('book', 'publish', bid)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Submits handwriting as the answer to a question; answers the memo's id. */
async function write(page, question) {
  const { status, memos } = await page.evaluate(
    async ({ bid, question, said }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 300 })
      const pen = canvas.getContext('2d')
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, 900, 300)
      pen.fillStyle = '#222'
      pen.font = 'italic 64px cursive'
      pen.fillText(said, 40, 170)
      const uid = localStorage.getItem('uid')
      const [, picture] = canvas.toDataURL('image/png').split(',')
      const [, token] = document.cookie.match(/XSRF-TOKEN=([^;]*)/)
      const reply = await fetch('/api/memo/handwriting/publish', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
        body: JSON.stringify({
          bid,
          uid,
          data: { memos: [picture], questions: [question], alts: [said] },
        }),
      })
      return { status: reply.status, ...(await reply.json()) }
    },
    { bid, question, said: SAID },
  )
  assert.equal(status, 201)
  return memos[0].id
}

const reported = () => ada.page.getByRole('article', { name: 'Memo by Mara Lindqvist' })
const writtenBy = (page, name) => page.getByRole('heading', { level: 2, name })
const readAsOtto = () => otto.page.goto(`/book/${bid}/read/smell`)

async function decide(verdict, why) {
  await reported().getByRole('button', { name: `${verdict}…` }).click()
  const dialog = ada.page.getByRole('dialog', { name: `${verdict} this memo?` })
  await dialog.getByText('Edition 1 contains it').waitFor()
  await dialog.getByLabel('Reason for Mara Lindqvist').fill(why)
  await checkPage(ada.page)
  await dialog.getByRole('button', { name: `${verdict} the memo` }).click()
}

test('reported memo is out of sight for its reporter', async () => {
  await readAsOtto()
  await writtenBy(otto.page, 'Mara Lindqvist').waitFor()
  await checkPage(otto.page)
  const more = (name) => otto.page.getByRole('button', { name: `More about the memo of ${name}` })
  const report = otto.page.getByRole('button', { name: 'Report…' })
  // The reader's own memo cannot be reported.
  await more('Otto Holm').click()
  await otto.page.getByRole('link', { name: 'Open the memo' }).waitFor()
  assert.equal(await report.count(), 0)
  await otto.page.keyboard.press('Escape')
  await more('Mara Lindqvist').click()
  await report.click()
  const dialog = otto.page.getByRole('dialog', { name: 'Report this memo' })
  await dialog.getByLabel('What is wrong with it?').fill('It is about my kitchen.')
  await checkPage(otto.page)
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await otto.page.getByText('Thank you. The admins will look at it.').waitFor()
  await writtenBy(otto.page, 'Mara Lindqvist').waitFor({ state: 'detached' })
  await writtenBy(otto.page, 'Otto Holm').waitFor()
})

test('hidden memo is explained to its writer and shown again', async () => {
  await ada.page.goto('/admin/reports')
  await reported().getByText('“It is about my kitchen.”').waitFor()
  await reported().getByRole('img', { name: SAID }).waitFor()
  await checkPage(ada.page)
  await decide('Hide', 'It tells of a neighbour.')
  await ada.page.getByText('It is hidden: only its author can see it.').waitFor()
  await ada.page.getByText('No open reports.').waitFor()

  await mara.page.goto(`/book/contribute/entry/${bid}`)
  await mara.page.getByText('Reason: “It tells of a neighbour.”').waitFor()
  await checkPage(mara.page)
  await mara.page.goto(`/memo/${memo}`)
  await mara.page.getByText('Reason: “It tells of a neighbour.”').waitFor()
  await checkPage(mara.page)

  await ada.page.goto('/admin/reports?state=settled')
  await reported().getByRole('button', { name: 'Unhide' }).click()
  await ada.page.getByText('It is visible to everyone.').waitFor()
  await mara.page.reload()
  await mara.page.getByRole('button', { name: /^Love/ }).waitFor()
})

test('removed memo is gone and its writer told why', async () => {
  await ada.page.goto('/admin/reports?state=settled')
  await decide('Remove', 'It tells of a neighbour.')
  await ada.page.getByText('It was removed.').waitFor()
  await checkPage(ada.page)
  await mara.page.goto(`/book/contribute/entry/${bid}`)
  await mara.page.getByText('The admins have removed one of your entries.').waitFor()
  await mara.page.getByText('Reason: “It tells of a neighbour.”').waitFor()
  await checkPage(mara.page)
  await mara.page.goto(`/memo/${memo}`)
  await mara.page.getByText('This memo isn’t available.').waitFor()
})
