/** Mara keeps a book and sends its question of the week. Otto replies by mail, checks his answer and hands it in. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { checkPage, launch } from './browser.mjs'
import { ADA, KITCHEN, MARA, openAs } from './community.mjs'
import { Server } from './server.mjs'

const PHONE = { width: 390, height: 844 }
const OTTO = { ...MARA, name: 'Otto Holm', email: 'otto@example.org', username: 'otto' }
const QUESTION = KITCHEN.prompts.smell

let server
let browser
let bid
let mara
let otto

before(async () => {
  server = await Server.start({
    INKFOLD_MAIL__INBOUND__HOST: 'post.example.org',
    INKFOLD_MAIL__INBOUND__SMTP_LISTEN: '127.0.0.1:0',
  })
  bid = await server.addBook(KITCHEN)
  await server.addMember({ ...ADA, admin: true })
  for (const member of [MARA, OTTO]) await server.addMember(member)
  await server.command('user', 'promote', MARA.username, '--keeper', bid)
  browser = await launch()
  mara = await openAs(browser, server.url, MARA)
  otto = await openAs(browser, server.url, OTTO, PHONE)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Replies to a mail; answers the last line of the server. */
async function reply(to, from, text) {
  const [host, port] = server.smtp.split(':')
  const socket = connect(Number(port), host)
  const said = async () => String((await once(socket, 'data'))[0])
  await said()
  for (const line of ['EHLO phone', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${line}\r\n`)
    const answer = await said()
    if (/^[45]/.test(answer)) return answer
  }
  const quoted = ['On 4 December 2026, Pen Club wrote:', `> ${QUESTION}`]
  const head = ['Subject: Re: Question of the week', `From: ${from}`, '']
  socket.write([...head, text, '', ...quoted, '.', ''].join('\r\n'))
  const last = await said()
  socket.end('QUIT\r\n')
  return last
}

test('a keeper switches the question of the week on and sends one', async () => {
  const { page } = mara
  await page.goto(`/admin/books/${bid}/answers`)
  const weekly = page.getByRole('region', { name: 'Question of the week' })
  await weekly.getByLabel('Day').selectOption('friday')
  await checkPage(page)
  await weekly.getByRole('button', { name: 'Switch on' }).click()
  await weekly.getByText(/^Sent every Friday\. Next: /).waitFor()
  await weekly.getByText('Members can answer by replying to the mail.').waitFor()
  await checkPage(page)
  await weekly.getByRole('button', { name: 'Send one now' }).click()
  await page.getByText('The question is on its way.').waitFor()
  await server.mailTo(OTTO.email, 'Write your answer above this line')
  // A second one is refused in words.
  await page.reload()
  await weekly.getByRole('button', { name: 'Send one now' }).click()
  await weekly.getByText(/Only one is sent a week\./).waitFor()
  await checkPage(page)
})

test('a member sees the question on the begin page', async () => {
  const { page } = otto
  await page.goto('/begin')
  const notice = page.getByRole('region', {
    name: `Question of the week in “${KITCHEN.name}”`,
  })
  await notice.getByText(QUESTION).first().waitFor()
  await checkPage(page)
})

test('a reply becomes an answer that is checked and handed in', async () => {
  const { page, complaints } = otto
  const mail = await server.mailTo(OTTO.email, 'Write your answer above this line')
  const address = mail.match(/Reply-To: (\S+)/)[1]
  assert.match(await reply(address, MARA.email, 'Of bread.'), /^550 5\.7\.1 /)
  assert.match(await reply(address, OTTO.email, 'Of bread and wet coats.'), /^250 .*1 answer/)
  const told = await server.mailTo(OTTO.email, 'Check your answer')
  await page.goto('/begin')
  const notice = page.getByRole('region', { name: 'Answers by mail' })
  await notice.getByRole('link', { name: /Check it/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Answers by mail' }).waitFor()
  assert.ok(told.includes('/mailed-answers'))
  const answer = page.getByRole('article', { name: QUESTION })
  assert.equal(await answer.getByRole('textbox').inputValue(), 'Of bread and wet coats.')
  await checkPage(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await checkPage(page)
  await answer.getByRole('textbox').fill('Of bread, and of wet coats.')
  await answer.getByRole('button', { name: /Hand in/ }).click()
  await page.getByText('No answers are waiting.').waitFor()
  await checkPage(page)
  await page.goto(`/book/contribute/entry/${bid}`)
  await page.getByText('Of bread, and of wet coats.').first().waitFor()
  await page.goto('/begin')
  await page
    .getByRole('link', { name: /Open the library/ })
    .first()
    .waitFor()
  assert.equal(await page.getByText('Question of the week').count(), 0)
  assert.deepEqual(complaints, [])
})
