/** Mara makes herself an address, mails a page to it from her tablet, and publishes it. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'
import { addTopic } from './threads.mjs'

let server
let browser

before(async () => {
  server = await Server.start({
    INKFOLD_MAIL__INBOUND__HOST: 'post.example.org',
    INKFOLD_MAIL__INBOUND__SMTP_LISTEN: '127.0.0.1:0',
  })
  await server.addMember(MARA)
  await addTopic(server, 'Letters home', 'letters')
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Mails a picture as a tablet does, line by line; answers the last line of the server. */
async function mail(to, subject, png) {
  const [host, port] = server.smtp.split(':')
  const socket = connect(Number(port), host)
  const said = async () => String((await once(socket, 'data'))[0])
  await said()
  for (const line of ['EHLO tablet', 'MAIL FROM:<tablet@cloud.example>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${line}\r\n`)
    const reply = await said()
    if (/^[45]/.test(reply)) return reply
  }
  const lines = png.toString('base64').match(/.{1,76}/g)
  const head = [`Subject: ${subject}`, 'From: tablet@cloud.example', 'MIME-Version: 1.0']
  const kind = ['Content-Type: image/png', 'Content-Transfer-Encoding: base64']
  socket.write([...head, ...kind, '', ...lines, '.', ''].join('\r\n'))
  const last = await said()
  socket.end('QUIT\r\n')
  return last
}

test('a page goes from the tablet into the thread by a secret address', async () => {
  const { page, complaints, close } = await visitor(browser, { url: server.url })
  await page.goto('/signin')
  await signIn(page, MARA)
  await page.waitForURL('**/begin')
  await page.goto('/thread')
  await page.getByRole('link', { name: 'Get an email address for posting' }).click()
  const settings = page.getByRole('region', { name: 'Posting by mail' })
  await settings.getByRole('button', { name: 'Make a secret address' }).click()
  const field = settings.getByLabel('From anywhere, send to your secret address')
  const address = await field.inputValue()
  assert.match(address, /^mara\+[a-z2-9]{16}\.letters@post\.example\.org$/)
  await checkPage(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await checkPage(page)

  const png = Buffer.from(await page.locator('h1').first().screenshot())
  assert.match(await mail(address, 'Rain on the river', png), /^250 /)

  await page.goto('/thread')
  await page.getByRole('region', { name: 'Post by mail' }).getByText(address).waitFor()
  await checkPage(page)
  await page.getByRole('link', { name: 'Letters home' }).click()
  await page.getByRole('link', { name: 'publish them' }).click()
  const published = page.waitForResponse('**/api/activate-post/*')
  await page.getByRole('button', { name: /publish/i }).first().click()
  assert.equal((await published).status(), 200)
  await page.goto('/thread/letters')
  await page.getByText('Rain on the river').first().waitFor()

  await page.goto('/settings')
  await settings.getByRole('button', { name: 'Turn it off' }).click()
  await settings.getByRole('button', { name: 'Make a secret address' }).waitFor()
  assert.match(await mail(address, 'Again', png), /^550 5\.1\.1 /)
  assert.deepEqual(complaints, [])
  await close()
})
