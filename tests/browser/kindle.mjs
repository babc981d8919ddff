/**
 * The browser of Kindle e-readers is Chromium 75. This is the same engine, from a package that brought
 * it to servers in 2019, with the driver of its day. It has no fonts of its own, as an e-reader has few.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import puppeteer from 'puppeteer-core'

const at = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
const PACKED = at('chrome-aws-lambda/bin/chromium-75.0.3765.0.br')
const UNPACKED = at('.chromium-75')

function executable() {
  if (!existsSync(UNPACKED)) {
    const aside = `${UNPACKED}.${process.pid}`
    writeFileSync(aside, brotliDecompressSync(readFileSync(PACKED)), { mode: 0o755 })
    renameSync(aside, UNPACKED)
  }
  return UNPACKED
}

export const launchKindle = () =>
  puppeteer.launch({
    executablePath: executable(),
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote', '--single-process'],
    defaultViewport: { width: 930, height: 1240 },
  })

/** Waits until the page shows words. */
export const shows = (page, words) =>
  page.waitForFunction(
    (wanted) => document.body.innerText.includes(wanted),
    { timeout: 30_000 },
    words,
  )

/** Presses the first element of a kind that has words. */
export async function press(page, selector, words) {
  const found = await page.evaluateHandle(
    (kind, wanted) =>
      Array.from(document.querySelectorAll(kind)).find((each) => each.textContent.includes(wanted)),
    selector,
    words,
  )
  const element = found.asElement()
  if (!element) throw new Error(`There is no ${selector} with “${words}”.`)
  await element.click()
}
