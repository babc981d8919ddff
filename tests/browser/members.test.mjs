/** Ada helps Mara back in without any mail, cuts her off, and lets her in again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPage, launch, visitor } from './browser.mjs'
import { ADA, MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'

let server
let browser
let ada
let mara

before(async () => {
  server = await Server.start()
  await server.addMember({ ...ADA, admin: true })
  await server.addMember(MARA)
  browser = await launch()
  ada = await visitor(browser, { url: server.url })
  mara = await visitor(browser, { url: server.url, width: 390, height: 844 })
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const row = () => ada.page.getByRole('row', { name: /Mara/ })

async function choose(action) {
  await row().getByRole('button', { name: /Actions/ }).click()
  await ada.page.getByRole('button', { name: action }).click()
}

test('a link from the admin leads to a new password', async () => {
  const { page } = ada
  await page.goto('/signin?last=admin/members')
  await signIn(page, ADA)
  await page.getByLabel('Find a member').fill('lindq')
  await page.getByText('Showing 1 of 2').waitFor()
  await checkPage(page)
  await choose('Create a reset link')
  const dialog = page.getByRole('dialog')
  const link = new URL(await dialog.getByLabel('Link').inputValue())
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await mara.page.goto(link.pathname + link.search)
  await mara.page.getByLabel('New password').fill('green ink on grey')
  await mara.page.getByLabel('Confirm password').fill('green ink on grey')
  await mara.page.getByRole('button', { name: 'Save the new password' }).click()
  await mara.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(mara.page, { ...MARA, password: 'green ink on grey' })
  await mara.page.waitForURL('**/begin')
})

test('a disabled member is out at once, and in again when enabled', async () => {
  await choose('Disable the account…')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Disable the account' }).click()
  await row().getByText('Disabled').waitFor()
  await checkPage(ada.page)
  await mara.page.goto('/settings')
  await mara.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

  await choose('Enable the account')
  await ada.page.getByText('can sign in again.').waitFor()
  await mara.page.goto('/signin')
  await signIn(mara.page, { ...MARA, password: 'green ink on grey' })
  await mara.page.waitForURL('**/begin')
})

test('whoever is no admin is sent to sign-in', async () => {
  await mara.page.goto('/admin/members')
  await mara.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('the last admin stays one', async () => {
  const { page } = ada
  await page.getByLabel('Find a member').fill('ada')
  await page.getByRole('row', { name: /Ada/ }).getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('button', { name: /Remove admin rights/ }).click()
  await page.getByText('This is the only admin who can sign in.').waitFor()
})
