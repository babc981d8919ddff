/** Ada connects another program, which checks the signatures, fails once, and is told again. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { checkPage, launch } from './browser.mjs'
import { ADA, openAs } from './community.mjs'
import { Server } from './server.mjs'

let server
let browser
let ada
let receiver
let address
let status = 204
const received = []

before(async () => {
  server = await Server.start({ INKFOLD_WEBHOOKS__ALLOW_PRIVATE_NETWORKS: 'true' })
  await server.addMember({ ...ADA, admin: true })
  receiver = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(status).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  address = `http://127.0.0.1:${receiver.address().port}/hook`
  browser = await launch()
  ada = await openAs(browser, server.url, ADA)
})

after(async () => {
  await browser?.close()
  await server?.stop()
  receiver?.close()
})

const signature = (secret, { headers, body }) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const hmac = createHmac('sha256', key)
  hmac.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`).update(body)
  return `v1,${hmac.digest('base64')}`
}

test('an admin adds a webhook and sees that a test arrives', async () => {
  const { page, complaints } = ada
  await page.goto('/admin/webhooks')
  await page.getByText('No webhooks yet.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByLabel('Address').fill('ftp://example.org')
  await dialog.getByLabel('A post is reported').check()
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  await dialog.getByText('Enter an address such as https://example.org/hook.').waitFor()
  await checkPage(page)
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await checkPage(page)
  await page.getByRole('button', { name: 'I’ve copied it' }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test was delivered, with status 204.').waitFor()
  await checkPage(page)
  assert.equal(received.length, 1)
  assert.equal(received[0].headers['webhook-signature'], signature(secret, received[0]))
  assert.equal(JSON.parse(received[0].body).type, 'webhook.test')
  assert.deepEqual(complaints, [])
})

test('a failed delivery is shown and sent again', async () => {
  const { page } = ada
  status = 500
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/^The test failed\./).waitFor()
  await page.getByRole('link', { name: 'Show deliveries' }).click()
  await page.getByRole('table', { name: 'Deliveries' }).waitFor()
  await checkPage(page)
  status = 204
  await page.getByRole('button', { name: 'Send again: Test' }).first().click()
  await page.getByText('It’s on its way again.').waitFor()
  await page.getByText('Failed', { exact: true }).waitFor({ state: 'detached' })
  assert.equal(received.length, 3)
  assert.equal(received[1].headers['webhook-id'], received[2].headers['webhook-id'])
})

test('a webhook is paused and removed', async () => {
  const { page } = ada
  await page.goto('/admin/webhooks')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The webhook is paused. Nothing is sent until you resume it.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove the webhook' }).click()
  await page.getByText('No webhooks yet.').waitFor()
})
