/**
 * Pictures of every page, one sheet a display, to be looked at: `npm run sheets`.
 * Written to target/sheets; each page also lies there by itself.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, visitor } from './browser.mjs'
import { ADA, KITCHEN, MARA, signIn } from './community.mjs'
import { Server } from './server.mjs'
import { forMembers, guarded, PUBLIC } from './site.mjs'

const DISPLAYS = {
  desktop: { width: 1280, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  paper: { width: 930, height: 1240, cookies: { display: 'paper' } },
  dark: { width: 1280, height: 900, cookies: { theme: 'dark' } },
}
const OUT = fileURLToPath(new URL('../../target/sheets/', import.meta.url))
/** Pages across and the width of each, in pixels of the sheet. */
const ACROSS = 6
const EACH = 320

const server = await Server.start({ INKFOLD_PRIZE__ENABLED: 'true' })
const bid = await server.addBook(KITCHEN)
await server.addMember(MARA)
await server.addMember({ ...ADA, admin: true })
const browser = await launch()
try {
  for (const [display, options] of Object.entries(DISPLAYS)) {
    const pictures = await takePictures(display, options)
    await makeSheet(display, pictures)
  }
} finally {
  await browser.close()
  await server.stop()
}

async function takePictures(display, options) {
  const folder = join(OUT, display)
  await mkdir(folder, { recursive: true })
  const { page, close } = await visitor(browser, { url: server.url, ...options })
  const pictures = []
  const shoot = async (path) => {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    const name = path.replace(bid, 'bid').replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file, fullPage: true })
    pictures.push({ path, file })
  }
  for (const path of [...PUBLIC, '/nowhere']) await shoot(path)
  await page.goto('/signin')
  await signIn(page, MARA)
  await page.waitForURL('**/begin')
  for (const path of [...forMembers(bid), ...guarded(bid), '/library']) await shoot(path)
  await page.goto('/signin')
  await signIn(page, ADA)
  await page.waitForURL('**/begin')
  await shoot('/admin')
  await close()
  return pictures
}

async function makeSheet(display, pictures) {
  const { page, close } = await visitor(browser, { url: server.url, width: ACROSS * EACH })
  const cells = await Promise.all(
    pictures.map(async ({ path, file }) => {
      const data = (await readFile(file)).toString('base64')
      return `<figure><figcaption>${path}</figcaption><img src="data:image/png;base64,${data}"></figure>`
    }),
  )
  await page.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(${ACROSS},1fr);gap:8px;background:#888;font:14px sans-serif}
    figure{margin:0;height:420px;overflow:hidden;background:#fff}img{width:100%;display:block}</style>${cells.join('')}`,
  )
  await page.screenshot({ path: join(OUT, `${display}.png`), fullPage: true })
  await close()
}
