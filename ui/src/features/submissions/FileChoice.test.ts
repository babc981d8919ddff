import { expect, test } from 'vitest'
import { pickExport } from './FileChoice'

function file(name: string, type: string, bytes = 3): File {
  const made = new File(['ink'], name, { type })
  Object.defineProperty(made, 'size', { value: bytes })
  return made
}

test('takes a PDF or a PNG, also from a tablet that names no type', () => {
  const exported = [
    file('page.pdf', 'application/pdf'),
    file('page.png', 'image/png'),
    file('PAGE.PDF', ''),
  ]
  for (const each of exported) expect(pickExport([each])).toEqual({ file: each })
})

test('says what is wrong with anything else', () => {
  expect(pickExport([file('note.docx', 'application/msword')]).note).toBe(
    '“note.docx” is neither a PDF nor a PNG. Please export it as one.',
  )
  expect(pickExport([file('big.pdf', 'application/pdf', 60_000_000)]).note).toBe(
    '“big.pdf” is 60.0 MB. The limit is 32 MB.',
  )
  expect(pickExport([file('none.pdf', 'application/pdf', 0)]).note).toBe(
    '“none.pdf” is empty. Please export it again.',
  )
})

test('takes one of several, the first that can be read', () => {
  const good = file('page.pdf', 'application/pdf')
  const picked = pickExport([file('note.docx', ''), good, file('page.png', 'image/png')])
  expect(picked).toEqual({ file: good, note: 'One file at a time: “page.pdf” was added.' })
})

test('nothing at all is no mistake', () => {
  expect(pickExport([])).toEqual({ note: undefined })
})
