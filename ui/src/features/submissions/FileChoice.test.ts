import { expect, test, vi } from 'vitest'
import { prepareExport } from './FileChoice'

function file(name: string, type: string, bytes = 3): File {
  const made = new File(['ink'], name, { type })
  Object.defineProperty(made, 'size', { value: bytes })
  return made
}

test('takes a PDF or a PNG, also from a tablet that names no type', async () => {
  const exported = [
    file('page.pdf', 'application/pdf'),
    file('page.png', 'image/png'),
    file('PAGE.PDF', ''),
  ]
  for (const each of exported) expect(await prepareExport([each])).toEqual({ file: each })
})

test('says what is wrong with anything else', async () => {
  expect((await prepareExport([file('note.docx', 'application/msword')])).note).toBe(
    '“note.docx” is neither a PDF nor a PNG. Please export it as one.',
  )
  expect((await prepareExport([file('big.pdf', 'application/pdf', 60_000_000)])).note).toBe(
    '“big.pdf” is 60.0 MB. The limit is 32 MB.',
  )
  expect((await prepareExport([file('none.pdf', 'application/pdf', 0)])).note).toBe(
    '“none.pdf” is empty. Please export it again.',
  )
})

test('takes one of several, the first that can be read', async () => {
  const good = file('page.pdf', 'application/pdf')
  const picked = await prepareExport([file('note.docx', ''), good, file('page.png', 'image/png')])
  expect(picked).toEqual({ file: good, note: 'One file at a time: “page.pdf” was added.' })
})

test('nothing at all is no mistake', async () => {
  expect(await prepareExport([])).toEqual({ note: undefined })
})

/** Decodes nothing. */
class UndecodedImage {
  onerror = () => {}
  set src(_: string) {
    queueMicrotask(this.onerror)
  }
}

test.each([
  ['page.jpg', 'image/jpeg'],
  ['page.webp', 'image/webp'],
  ['IMG_0042.HEIC', ''],
])('the photo %s that this browser cannot open is named, with a way out', async (name, type) => {
  vi.stubGlobal('Image', UndecodedImage)
  const { file: sent, note } = await prepareExport([file(name, type, 90_000_000)])
  expect(sent).toBeUndefined()
  expect(note).toContain(`can’t open the photo “${name}”`)
  expect(note).toContain('Most Compatible')
})

test.each([
  ['\xff\xd8\xff\xe0', 'page.png'],
  ['\0\0\0\x18ftypheic', 'page.pdf'],
])('a photo is one under any name', async (start, name) => {
  vi.stubGlobal('Image', UndecodedImage)
  const bytes = Uint8Array.from(start, (letter) => letter.charCodeAt(0))
  const { file: sent, note } = await prepareExport([new File([bytes], name)])
  expect(sent).toBeUndefined()
  expect(note).toContain(`can’t open the photo “${name}”`)
})

test('an empty photo is refused like any empty file', async () => {
  expect((await prepareExport([file('page.jpg', 'image/jpeg', 0)])).note).toBe(
    '“page.jpg” is empty. Please export it again.',
  )
})
