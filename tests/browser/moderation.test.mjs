/** Ada looks after what Mara and Otto post: reports, blocks and suspensions, from all sides. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { ADA, MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'
import { addPost, addTopic } from './threads.mjs'

const OTTO = { ...MARA, name: 'Otto Holm', email: 'otto@example.org', username: 'otto' }
const PHONE = { width: 390, height: 844 }
const HIDDEN = 'The admins have hidden this page. Nobody else sees it.'

let server
let browser
let topic
let ada
let mara
let otto

before(async () => {
  server = await Server.start()
  await server.addMember({ ...ADA, admin: true })
  for (const member of [MARA, OTTO]) await server.addMember(member)
  topic = await addTopic(server, 'Letters', 'letters')
  browser = await launch()
  ada = await openAs(ADA)
  mara = await openAs(MARA)
  otto = await openAs(OTTO, PHONE)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

async function openAs(member, options) {
  const reader = await visitor(browser, { url: server.url, ...options })
  await reader.page.goto('/signin')
  await signIn(reader.page, member)
  await reader.page.waitForURL('**/begin')
  return reader
}

const heading = (page, name) => page.getByRole('heading', { level: 1, name })
const link = (page, name) => page.getByRole('link', { name, exact: true })

/** Opens the menu of something and chooses from it; answers the dialog that asks. */
async function choose(page, about, what) {
  await page.getByRole('button', { name: `More about ${about}` }).click()
  await page.getByRole('button', { name: what }).click()
  return page.getByRole('dialog', { name: /^(Report|Block)/ })
}

const report = (name) => ada.page.getByRole('article', { name })

test('a page is reported, hidden by an admin, and shown again', async () => {
  const id = await addPost(mara.page, topic, { caption: 'The heron' })
  await addPost(mara.page, topic, { caption: 'The gull' })

  await otto.page.goto(`/posts/${id}`)
  const dialog = await choose(otto.page, '“The heron”', 'Report…')
  await dialog.getByLabel('What is wrong with it?').fill('It is from my diary.')
  await checkPage(otto.page)
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await otto.page.getByText('Thank you. The admins will look at it.').waitFor()
  await otto.page.waitForURL('**/thread/letters')
  await link(otto.page, 'The gull').waitFor()
  assert.equal(await link(otto.page, 'The heron').count(), 0)
  await otto.page.goto('/thread/letters')
  await link(otto.page, 'The gull').waitFor()
  assert.equal(await link(otto.page, 'The heron').count(), 0, 'it came back')

  await ada.page.goto('/admin/reports')
  const open = report('Page by Mara Lindqvist')
  await open.getByText('“It is from my diary.”').waitFor()
  await open.getByText('Otto Holm').waitFor()
  await open.getByRole('img', { name: 'The heron' }).waitFor()
  await checkPage(ada.page)
  await open.getByLabel('Note (optional)').fill('Asked her first.')
  await open.getByRole('button', { name: 'Hide' }).click()
  await ada.page.getByText('It is hidden: only its author can see it.').waitFor()
  await ada.page.getByText('No open reports.').waitFor()
  await checkPage(ada.page)

  await mara.page.goto(`/posts/${id}`)
  await mara.page.getByText(HIDDEN).waitFor()
  await checkPage(mara.page)
  await mara.page.goto('/activate/posts')
  await mara.page.getByText("You don't have any posts that need to be activated").waitFor()
  const visiting = await visitor(browser, { url: server.url })
  await visiting.page.goto(`/posts/${id}`)
  await visiting.page.getByText('Item no longer available.').waitFor()

  await link(ada.page, 'Resolved').click()
  await report('Page by Mara Lindqvist').getByText('“Asked her first.”').waitFor()
  await checkPage(ada.page)
  await ada.page.getByRole('button', { name: 'Unhide' }).click()
  await ada.page.getByText('It is visible to everyone.').waitFor()
  await visiting.page.reload()
  await heading(visiting.page, 'The heron').waitFor()
  assert.equal(await visiting.page.getByRole('button', { name: /^More about/ }).count(), 0)
  await visiting.close()
  await mara.page.goto(`/posts/${id}`)
  await heading(mara.page, 'The heron').waitFor()
  assert.equal(await mara.page.getByText(HIDDEN).count(), 0)
})

test('a comment is reported and removed, after a question', async () => {
  const id = await addPost(mara.page, topic, { caption: 'The harbour' })
  await otto.page.goto(`/posts/${id}`)
  await otto.page.getByLabel('Your comment').fill('What a dull page.')
  await otto.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await otto.page.getByRole('heading', { name: 'Comments (1)' }).waitFor()

  await mara.page.goto(`/posts/${id}`)
  const dialog = await choose(mara.page, 'the comment by Otto Holm', 'Report…')
  await dialog.getByLabel('What is wrong with it?').fill('Rude.')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await mara.page.getByText('What a dull page.').waitFor({ state: 'detached' })

  await ada.page.goto('/admin/reports')
  await report('Comment by Otto Holm').getByText('What a dull page.').waitFor()
  // The first key leads to the report, the second one to its question.
  await ada.page.keyboard.press('j')
  await ada.page.keyboard.press('r')
  await checkPage(ada.page)
  await ada.page.getByRole('button', { name: 'Remove the comment' }).click()
  await ada.page.getByText('No open reports.').waitFor()
  await otto.page.reload()
  await otto.page.getByRole('heading', { name: 'Comments (0)' }).waitFor()
})

test('who is blocked is out of sight until the settings take it back', async () => {
  const id = await addPost(mara.page, topic, { caption: 'The attic' })
  await addPost(otto.page, topic, { caption: 'The cellar' })
  await otto.page.goto(`/posts/${id}`)
  const dialog = await choose(otto.page, '“The attic”', 'Block Mara Lindqvist…')
  await checkPage(otto.page)
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await otto.page.waitForURL('**/thread/letters')
  await link(otto.page, 'The cellar').waitFor()
  assert.equal(await link(otto.page, 'The attic').count(), 0)

  await otto.page.goto('/settings')
  const blocked = otto.page.getByRole('region', { name: 'Blocked members' })
  await blocked.getByText('Mara Lindqvist').first().waitFor()
  await checkPage(otto.page)
  await blocked.getByRole('button', { name: 'Unblock Mara Lindqvist' }).click()
  await blocked.getByText('You haven’t blocked anyone').waitFor()
  await otto.page.goto('/thread/letters')
  await link(otto.page, 'The attic').waitFor()
})

test('who is suspended is refused in words, and welcome when it ends', async () => {
  const id = await addPost(mara.page, topic, { caption: 'The bridge' })
  const choose = async (action) => {
    const row = ada.page.getByRole('row', { name: /Otto/ })
    await row.getByRole('button', { name: /Actions/ }).click()
    await ada.page.getByRole('button', { name: action }).click()
    return row
  }
  await ada.page.goto('/admin/members')
  const row = await choose('Suspend…')
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByLabel('1 day').check()
  await dialog.getByLabel('Message to Otto Holm (optional)').fill('Please be kinder.')
  await checkPage(ada.page)
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await row.getByText(/^Suspended until .*Please be kinder\./).waitFor()
  await checkPage(ada.page)

  await otto.page.goto(`/posts/${id}`)
  await otto.page.getByLabel('Your comment').fill('Still dull.')
  await otto.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await otto.page.getByText(/could not be saved\..*Please be kinder\./).waitFor()
  await otto.page.getByRole('button', { name: /^Like/ }).click()
  await otto.page.getByRole('status', { name: 'Messages' }).getByText(/Please be kinder\./).waitFor()
  await otto.page.getByRole('button', { name: /^Like \(0\)/, pressed: false }).waitFor()

  await choose('End suspension')
  await ada.page.getByText('The suspension of Otto Holm has ended.').waitFor()
  await otto.page.getByRole('button', { name: /^Like/ }).click()
  await otto.page.getByRole('button', { name: /^Like \(1\)/, pressed: true }).waitFor()
})

test('topics are made, renamed, and removed when they are empty', async () => {
  const { page } = ada
  await page.goto('/admin/topics')
  await page.getByRole('button', { name: 'Add a topic' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('First lines')
  await dialog.getByLabel('Code').fill('first-lines')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await link(page, 'First lines').waitFor()

  await page.getByRole('button', { name: 'Actions for First lines' }).click()
  await page.getByRole('button', { name: 'Edit…' }).click()
  await dialog.getByLabel('Name').fill('Last lines')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await link(page, 'Last lines').waitFor()

  for (const name of ['Letters', 'Last lines']) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await dialog.getByRole('button', { name: 'Remove the topic' }).click()
    if (name === 'Letters') {
      await dialog.getByRole('alert').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
  }
  await link(page, 'Last lines').waitFor({ state: 'detached' })
  await link(page, 'Letters').waitFor()
})

test('what admins did is on record, and nobody had anything to complain of', async () => {
  await ada.page.goto('/admin/audit')
  await ada.page.getByRole('cell', { name: 'Asked her first.' }).first().waitFor()
  await ada.page.getByRole('cell', { name: ADA.name }).first().waitFor()
  await checkPage(ada.page)
  for (const { complaints } of [ada, mara, otto]) assert.deepEqual(complaints, [])
})
