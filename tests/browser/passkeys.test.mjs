/** Mara adds a passkey, signs in with it, and uses it as her second step. Chromium's virtual authenticator is her device. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { MARA, openAs, signIn } from './community.mjs'
import { Server } from './server.mjs'

let server
let browser
let mara
let recoveryCode

/** Browsers know passkeys at names, not at IP addresses. */
const here = () => server.url.replace('127.0.0.1', 'localhost')

before(async () => {
  server = await Server.start()
  await server.addMember(MARA)
  browser = await launch()
  mara = await openAs(browser, here(), MARA)
  await addDevice(mara.page)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Gives the page's browser a device that knows its user by a finger. */
async function addDevice(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const part = (page, name) => page.getByRole('region', { name })

async function signOut(page) {
  await page.goto('/settings')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
}

test('a member adds a passkey and signs in with it alone', async () => {
  const { page } = mara
  await page.goto('/settings')
  await part(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Phone')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await part(page, 'Passkeys').getByText('Phone', { exact: true }).waitFor()
  await checkPage(page)

  await signOut(page)
  await checkPage(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/begin')
  assert.deepEqual(mara.complaints, [])
})

test('a passkey is the second step after the password', async () => {
  const { page } = mara
  await page.goto('/settings')
  const steps = part(page, 'Two-step verification')
  await steps.getByRole('button', { name: 'Use my passkeys' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog
    .getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    .first()
    .waitFor()
  recoveryCode = await dialog
    .getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    .first()
    .innerText()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()

  await signOut(page)
  await signIn(page, MARA)
  await page.getByText('Confirm with your passkey, or enter a recovery code.').waitFor()
  await checkPage(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/begin')
  assert.deepEqual(mara.complaints, [])
})

test('a recovery code stands in for a lost device', async () => {
  const { page, close } = await visitor(browser, { url: here() })
  await page.goto('/signin')
  await signIn(page, MARA)
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/begin')
  await close()
})

test('another address offers no passkeys', async () => {
  const { page, close } = await visitor(browser, { url: server.url })
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  await checkPage(page)
  await close()
})

test('a script uses a token that is shown once', async () => {
  const { page } = mara
  await page.goto('/settings')
  const tokens = part(page, 'API tokens')
  await tokens.getByRole('button', { name: 'Create a token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a token' })
  await dialog.getByLabel('Name').fill('Upload')
  await dialog.getByRole('checkbox', { name: 'Read everything that you can read.' }).check()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  const token = await page.getByLabel('Your token', { exact: true }).inputValue()
  assert.match(token, /^inkfold_\S{43}$/)
  await checkPage(page)
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  const ask = () =>
    fetch(`${server.url}/api/account/weekly-questions`, {
      headers: { authorization: `Bearer ${token}` },
    })
  assert.equal((await ask()).status, 200)

  await page.reload()
  assert.equal(await page.getByText(token).count(), 0)
  await part(page, 'API tokens').getByRole('button', { name: 'Revoke Upload' }).click()
  await page.getByRole('button', { name: 'Revoke the token' }).click()
  await page.getByText('Upload is revoked.').waitFor()
  assert.equal((await ask()).status, 401)
  assert.deepEqual(mara.complaints, [])
})
