/** Mara forgets her password, changes it, moves to another address and back, and leaves with all that is hers. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'

const NEW_ADDRESS = 'mara@elsewhere.example.org'

let server
let browser
let mara

before(async () => {
  server = await Server.start()
  await server.addMember(MARA)
  browser = await launch()
  mara = await visitor(browser, { url: server.url })
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

/** The path of a link in a mail. */
function linkIn(mail, path) {
  const [, link] = mail.match(new RegExp(`https?://[^/\\s]+(${path}[^\\s]+)`)) ?? []
  assert.ok(link, mail)
  return link
}

/** What an authenticator app shows now for a key in base32 (RFC 6238). */
function codeOf(key) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(key, (c) => letters.indexOf(c).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const number = mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

const part = (name) => mara.page.getByRole('region', { name })

test('a forgotten password is replaced', async () => {
  const { page } = mara
  await page.goto('/signin')
  await page.getByRole('link', { name: 'I forgot my password' }).click()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText('Email is required.').waitFor()
  await checkPage(page)
  await page.getByLabel('Email').fill(MARA.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText('Password reset email sent.').waitFor()

  await page.goto(linkIn(await server.mailTo(MARA.email, '/reset-password'), '/reset-password'))
  await page.getByLabel('New password').fill('green ink on grey')
  await page.getByLabel('Confirm password').fill('green ink on grey')
  await checkPage(page)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await page.getByText('Your password is changed, and you’re signed out everywhere.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, MARA)
  await page.getByText('Incorrect email or password. Please try again.').waitFor()
  await signIn(page, { ...MARA, password: 'green ink on grey' })
  await page.waitForURL('**/begin')
})

test('the password is changed in the settings', async () => {
  const { page } = mara
  await page.goto('/settings')
  const account = part('Your account')
  await account.getByRole('button', { name: 'Change the password' }).click()
  await account.getByLabel('Current password').fill('not this one')
  await account.getByLabel('New password').fill(MARA.password)
  await account.getByLabel('Confirm password').fill(MARA.password)
  await account.getByRole('button', { name: 'Save' }).click()
  await account.getByText('Your current password is incorrect.').waitFor()
  await checkPage(page)
  await account.getByLabel('Current password').fill('green ink on grey')
  await account.getByRole('button', { name: 'Save' }).click()
  await account.getByText('Account updated successfully.').waitFor()
})

test('another address takes effect by its mail', async () => {
  const { page } = mara
  const email = part('Your email')
  await email.getByRole('button', { name: 'Change the email' }).click()
  await email.getByLabel('Email').fill(NEW_ADDRESS)
  await email.getByRole('button', { name: 'Save' }).click()
  await email.getByText('changes will only take effect once you verify').waitFor()
  await email.getByText(MARA.email).waitFor()

  await page.goto(linkIn(await server.mailTo(NEW_ADDRESS), '/settings/email/verify'))
  await page.getByText('Your email was verified successfully').waitFor()
  await signIn(page, MARA)
  await page.waitForURL('**/settings')
  await page.getByText(`Your email address is now ${NEW_ADDRESS}.`).waitFor()
  await checkPage(page)
})

test('the old address can have the account back', async () => {
  const { page } = mara
  await page.goto(linkIn(await server.mailTo(MARA.email, '/undo-email'), '/undo-email'))
  await checkPage(page)
  await page.getByRole('button', { name: 'Keep the old address' }).click()
  await page.getByText('Your old address is back').waitFor()
  await page.goto('/signin')
  await signIn(page, MARA)
  await page.waitForURL('**/begin')
})

test('two-step verification is set up, asked for, and turned off', async () => {
  const { page } = mara
  await page.goto('/settings')
  const step = part('Two-step verification')
  await step.getByRole('button', { name: 'Set up with an app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(MARA.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor()
  await checkPage(page)
  const address = await dialog.getByRole('link', { name: 'Open in an app on this device' })
  const key = new URL(await address.getAttribute('href')).searchParams.get('secret')
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).waitFor()
  const codes = await dialog.getByRole('listitem').allTextContents()
  assert.equal(codes.length, 10)
  await checkPage(page)
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await step.getByText('10 recovery codes are left.').waitFor()

  await page.goto('/signin')
  await signIn(page, MARA)
  await page.getByText('Enter your verification code').waitFor()
  await checkPage(page)
  await page.getByLabel('Code', { exact: true }).fill('not a code')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('This code is wrong or was already used.').first().waitFor()
  await page.getByLabel('Code', { exact: true }).fill(codes[4])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/begin')

  await page.goto('/settings')
  await step.getByText('9 recovery codes are left.').waitFor()
  await step.getByRole('button', { name: 'Turn it off' }).click()
  await dialog.getByLabel('Your password').fill(MARA.password)
  await dialog.getByLabel('Code', { exact: true }).fill(codes[5])
  await dialog.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByText('Two-step verification is off.').waitFor()
})

test('one’s data is taken along', async () => {
  const { page } = mara
  await page.goto('/settings')
  const begun = page.waitForEvent('download')
  await part('Your data').getByRole('button', { name: 'Download my data' }).click()
  const download = await begun
  assert.equal(download.suggestedFilename(), 'Inkfold-mara.zip')
  const archive = await readFile(await download.path(), 'latin1')
  for (const name of ['README.txt', 'account.json', 'sessions.json', 'memos.json']) {
    assert.ok(archive.startsWith('PK') && archive.includes(name), name)
  }
  await part('Your data').getByText('Your data is in your downloads.').waitFor()
  await checkPage(page)
})

test('an account is deleted for good', async () => {
  const { page } = mara
  await part('Delete account').getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const submit = dialog.getByRole('button', { name: 'Delete my account for good' })
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  assert.equal(await submit.isDisabled(), true)
  await dialog.getByLabel('Type your username to confirm').fill('Mara')
  await checkPage(page)
  await submit.click()
  await dialog.getByText('Your current password is incorrect.').waitFor()
  await checkPage(page)
  await dialog.getByLabel('Password', { exact: true }).fill(MARA.password)
  await submit.click()
  await page.getByText('Your account has been deleted.').waitFor()
  assert.equal(new URL(page.url()).pathname, '/')
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [])
  await checkPage(page)

  await page.goto('/signin')
  await signIn(page, MARA)
  await page.getByText('Incorrect email or password. Please try again.').waitFor()
})

test('the browser had nothing to complain about', () => {
  assert.deepEqual(mara.complaints, [])
})
