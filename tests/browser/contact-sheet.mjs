/**
 * Pictures of every page of the sample community, one sheet for each width and display, to be looked at: `npm run sheets`.
 * Written to target/sheets; each page also lies there by itself.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, visitor } from './browser.mjs'
import { openAs, rememberNewcomer } from './community.mjs'
import { fill } from './fill.mjs'
import { Server } from './server.mjs'
import { forAdmins, forMembers, guarded, PUBLIC } from './site.mjs'

/** Windows, and how many pages of each stand in a row. */
const WINDOWS = [
  { width: 1280, height: 900, across: 6 },
  { width: 820, height: 1180, across: 8 },
  { width: 390, height: 844, across: 12 },
]
const DISPLAYS = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  paper: { display: 'paper' },
}
const SHEET_WIDTH = 1920
const OUT = fileURLToPath(new URL('../../target/sheets/', import.meta.url))
const THREAD = '/thread/first-lines'
const MARA = { email: 'mara@example.org', password: 'ink-and-paper' }
const ADMIN = { ...MARA, email: 'admin@example.org' }

const server = await Server.startSample({ INKFOLD_PRIZE__ENABLED: 'true' })
const browser = await launch()
try {
  await rm(OUT, { recursive: true, force: true })
  const sample = await findSample()
  for (const { across, ...size } of WINDOWS) {
    for (const [display, cookies] of Object.entries(DISPLAYS)) {
      const name = `${size.width}-${display}`
      await makeSheet(name, await takePictures(name, { ...size, cookies }, sample), across)
      console.log(`${OUT}${name}.png`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}

/** The published book, a filled form of it, a post, and the member who submits the form. */
async function findSample() {
  const { page, close } = await openAs(browser, server.url, MARA)
  const uid = await page.evaluate(() => localStorage.getItem('uid'))
  await page.goto('/library')
  const book = await page.getByRole('link', { name: /^Read / }).first().getAttribute('href')
  await page.goto(THREAD)
  const post = await page.locator('a[href^="/posts/"]').first().getAttribute('href')
  await close()
  const [, , bid] = book.split('/')
  // With a credit the upload is open at once.
  await server.command('credit', 'grant', '--email', MARA.email, '--amount', '1', '--why', 'sheets')
  const blank = await fetch(`${server.url}/assets/forms/${bid}.pdf`)
  const answers = { 1: 'Bread and wet coats', 2: 'Grandmother by the stove', 4: 'Two pear trees' }
  const bytes = await fill(new Uint8Array(await blank.arrayBuffer()), answers, ['E3', 'B5'])
  const form = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  return { bid, uid, post, form }
}

async function takePictures(name, look, { bid, uid, post, form }) {
  const folder = join(OUT, name)
  await mkdir(folder, { recursive: true })
  const pictures = []
  /** Takes a picture of what a page shows, whole unless a dialog is open. */
  const shoot = async (page, label, isDialog = false) => {
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    // The one about credits closes by itself.
    if (!isDialog) await page.locator('dialog').waitFor({ state: 'detached' })
    const plain = label.replace(bid, 'bid').replace(uid, 'uid').replace(post, '/posts/id')
    const file = join(folder, `${plain.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'index'}.png`)
    await page.screenshot({ path: file, fullPage: !isDialog })
    pictures.push({ label: plain, file })
  }
  const shootAll = async (page, paths) => {
    for (const path of paths) {
      await page.goto(path)
      await shoot(page, path)
    }
  }

  const anyone = await visitor(browser, { url: server.url, ...look })
  await shootAll(anyone.page, [...PUBLIC, THREAD, post, '/nowhere'])
  await anyone.page.evaluate(rememberNewcomer)
  await shootAll(anyone.page, ['/signup/profile'])
  await anyone.close()

  const member = await openAs(browser, server.url, MARA, look)
  await shootAll(member.page, [...forMembers(bid), ...guarded(bid), '/library', THREAD])
  await member.page.goto(`/book/contribute/post/hand/${bid}`)
  await member.page.getByLabel('Choose your PDF or PNG').setInputFiles(form)
  await member.page.getByText(/^PrizePeg: /).waitFor()
  await shoot(member.page, 'review')
  await member.close()

  const { page, close } = await openAs(browser, server.url, ADMIN, look)
  await shootAll(page, forAdmins(bid, uid))
  await page.goto(`/admin/books/${bid}`)
  for (const [action, words] of [
    ['Edit…', 'Ink of the cover'],
    ['Download for print…', /^The inside has/],
  ]) {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words).first().waitFor()
    await shoot(page, action, true)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
  await close()
  return pictures
}

async function makeSheet(name, pictures, across) {
  const { page, close } = await visitor(browser, { url: server.url, width: SHEET_WIDTH })
  const cells = await Promise.all(
    pictures.map(async ({ label, file }) => {
      const data = (await readFile(file)).toString('base64')
      return `<figure><figcaption>${label}</figcaption><img src="data:image/png;base64,${data}"></figure>`
    }),
  )
  await page.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(${across},1fr);gap:8px;background:#888;font:14px sans-serif}
    figure{margin:0;height:420px;overflow:hidden;background:#fff}img{width:100%;display:block}</style>${cells.join('')}`,
  )
  await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: true })
  await close()
}
