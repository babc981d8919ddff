/** Paying for another submission, where the game is asked at a port of its own and the payment page stands within ours. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createSite } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'

const SECRET = 'whsec_of_the_tests'

let folder
let pages
let game
let shop
let server
let browser
let bid

/** A port that leads to another one, as a proxy's would. */
async function port() {
  const listener = createServer((socket) => {
    const onwards = connect(Number(new URL(listener.leadsTo).port), '127.0.0.1')
    for (const end of [socket, onwards]) end.on('error', () => {})
    socket.pipe(onwards).pipe(socket)
  })
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
  listener.url = `http://127.0.0.1:${listener.address().port}`
  return listener
}

/** The payment provider's page. */
async function openShop() {
  const site = createSite((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end('<!doctype html><html lang="en"><title>Pay</title><h1>1.99 € for another try</h1>')
  })
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
  return site
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkfold-checkout-'))
  const secrets = join(folder, 'secrets')
  await writeFile(secrets, `${SECRET}\n`)
  ;[pages, game, shop] = [await port(), await port(), await openShop()]
  server = await Server.start({
    INKFOLD_PUBLIC_URL: pages.url,
    INKFOLD_PRIZE__ENABLED: 'true',
    INKFOLD_PRIZE__HOST: game.url,
    INKFOLD_PRIZE__WINNING_PEGS: '49',
    INKFOLD_PRIZE__CHECKOUT__URL: `http://127.0.0.1:${shop.address().port}/pay`,
    INKFOLD_PRIZE__CHECKOUT__FRAMED: 'true',
    INKFOLD_PRIZE__CHECKOUT__PRICE: '199',
    INKFOLD_PRIZE__CHECKOUT__CURRENCY: 'eur',
    INKFOLD_PRIZE__CHECKOUT__SECRETS_FILE: secrets,
  })
  pages.leadsTo = server.url
  game.leadsTo = server.url
  bid = await server.addBook(KITCHEN)
  await server.addMember(MARA)
  browser = await launch()
})

after(async () => {
  await browser?.close()
  await server?.stop()
  for (const each of [pages, game, shop]) each?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The provider tells that the member has paid. */
async function pay(uid) {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'checkout.session.completed',
    data: {
      object: {
        id: 'cs_1',
        payment_intent: 'pi_1',
        payment_status: 'paid',
        client_reference_id: uid,
        amount_total: 199,
        currency: 'eur',
      },
    },
  })
  const time = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')
  const headers = { 'stripe-signature': `t=${time},v1=${v1}` }
  const heard = await fetch(`${server.url}/webhooks/checkout`, { method: 'POST', headers, body })
  assert.equal(heard.status, 200)
}

test('a member plays at another port, pays within the page, and plays again', async () => {
  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const bytes = await fill(new Uint8Array(await blank.arrayBuffer()), { 2: 'By the stove' }, ['E3'])
  const file = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  const { page, complaints, close } = await visitor(browser, { url: pages.url })
  await page.goto(`/signin?last=book/contribute/post/hand/${bid}`)
  await signIn(page, MARA)
  const asked = page.waitForRequest(`${game.url}/process-pdf`)
  await page.getByLabel('Choose your PDF or PNG').setInputFiles(file)
  await asked
  await page.getByText(/^PrizePeg: Peg E3 is your entry\./).waitFor()
  await page.getByRole('button', { name: 'Submit Questionnaire and Enter to Win!' }).click()
  await page.getByRole('heading', { name: 'You have won!' }).waitFor()

  await page.goto(`/book/contribute/post/hand/${bid}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Resubmit' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: '1.99 € for another try' }).waitFor()
  const address = new URL((await page.locator('iframe').getAttribute('src')) ?? '')
  assert.equal(address.searchParams.get('prefilled_email'), MARA.email)
  await checkPage(page)
  await pay(address.searchParams.get('client_reference_id'))
  await page.getByRole('link', { name: 'I have paid' }).click()
  await page.getByText('We found your credits').waitFor()
  await page.getByLabel('Choose your PDF or PNG').setInputFiles(file)
  await page.getByText('You have hit the daily win limit for this game.').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})
