import { expect, test, vi } from 'vitest'
import { sizeProblemOf } from './pick-file'

// As the server writes it into the page, where it is read once.
vi.hoisted(() => {
  const meta = document.createElement('meta')
  meta.name = 'inkfold:max-upload'
  meta.content = '64'
  document.head.append(meta)
})

function file(bytes: number): File {
  const made = new File(['ink'], 'page.pdf', { type: 'application/pdf' })
  Object.defineProperty(made, 'size', { value: bytes })
  return made
}

test('the limit of a file is that of the settings', () => {
  expect(sizeProblemOf(file(60_000_000))).toBeUndefined()
  expect(sizeProblemOf(file(64 * 1024 * 1024))).toBeUndefined()
  expect(sizeProblemOf(file(80_000_000))).toBe('“page.pdf” is 80.0 MB. The limit is 64 MB.')
})
