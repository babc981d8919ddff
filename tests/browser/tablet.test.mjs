/** The main job once more, with a form filled by real handwriting as a tablet exports it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launch, visitor } from './browser.mjs'
import { KITCHEN, MARA, signIn } from './community.mjs'
import { picturesOn, pixelsOf } from './handwriting.mjs'
import { Server } from './server.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const TOOL = here('../../../shared/tools/fill_forms.py')
const PYTHON = here('../../target/venv/bin/python')
const missing = [TOOL, PYTHON].find((path) => !existsSync(path))

test('a Supernote export becomes a page of the book', {
  skip: missing && 'no filled forms beside the project',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkfold-tablet-'))
  const server = await Server.start()
  const browser = await launch()
  try {
    const bid = await server.addBook(KITCHEN)
    await server.addMember(MARA)
    const { page } = await visitor(browser, { url: server.url })
    const { name, dirty } = await filledForm(folder, `${server.url}/assets/forms/${bid}.pdf`)

    await page.goto(`/signin?last=book/contribute/post/hand/${bid}`)
    await signIn(page, MARA)
    await page.getByLabel('Choose your PDF or PNG').setInputFiles(join(folder, 'filled', name))
    await page.getByRole('heading', { name: `We found ${dirty.length} answers` }).waitFor()
    const shown = await page.getByRole('button', { name: /^Question \d/ }).allTextContents()
    assert.deepEqual(shown.map((text) => Number(text.match(/\d+/)[0]) - 1).sort(), dirty)

    await page.getByRole('button', { name: /^Submit \d/ }).click()
    await page.getByRole('link', { name: 'Goto Library' }).click()
    await page.getByRole('heading', { name: 'Your entries' }).waitFor()
    const pictures = await picturesOn(page)
    assert.equal(pictures.length, dirty.length)

    await server.command('book', 'publish', bid)
    const download = await page.request.get(`${server.url}/api/book/${bid}/download`)
    const book = await download.body()
    for (const picture of pictures) assert.ok(book.includes(pixelsOf(picture)))
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** A form of the book with more than one box written in, as a Supernote exports it. */
async function filledForm(folder, form) {
  const blank = join(folder, 'blank.pdf')
  await writeFile(blank, Buffer.from(await (await fetch(form)).arrayBuffer()))
  const options = ['--out', join(folder, 'filled'), '--count', '6', '--styles', 'supernote']
  await promisify(execFile)(PYTHON, [TOOL, blank, ...options])
  const truth = JSON.parse(await readFile(join(folder, 'filled', 'truth.json'), 'utf8'))
  const { file, dirty } = truth.find((each) => each.dirty.length > 1)
  return { name: file, dirty }
}
