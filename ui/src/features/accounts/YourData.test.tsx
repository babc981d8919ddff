import { expect, test, vi } from 'vitest'
import { refusal } from '../../testing/server'
import { part, settings } from '../../testing/settings'

/** Saved files by name. */
function watchDownloads() {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:archive')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`)
  })
  return saved
}

test('one’s data is collected and saved', async () => {
  let finish = () => {}
  const { user } = settings({
    '/api/account/export': () =>
      new Promise((resolve) => {
        finish = () => resolve([200, 'a zip'])
      }),
  })
  const saved = watchDownloads()
  const data = await part('Your data')
  await user.click(data.getByRole('button', { name: 'Download my data' }))
  expect(data.getByRole('progressbar', { name: 'Collecting your data' })).toBeTruthy()
  const button = data.getByRole<HTMLButtonElement>('button', { name: 'Collecting your data…' })
  expect(button.disabled).toBe(true)
  finish()
  expect(await data.findByText('Your data is in your downloads.')).toBeTruthy()
  expect(saved).toEqual(['Inkfold-mara.zip blob:archive'])
  expect(data.queryByRole('progressbar')).toBeNull()
})

test('why it could not be collected is said in words', async () => {
  const { user } = settings({
    '/api/account/export': () => [503, refusal('busy', 'The server is busy.')],
  })
  const saved = watchDownloads()
  const data = await part('Your data')
  await user.click(data.getByRole('button', { name: 'Download my data' }))
  expect((await data.findByRole('alert')).textContent).toBe('The server is busy.')
  expect(data.getByRole('button', { name: 'Download my data' })).toBeTruthy()
  expect(saved).toEqual([])
})

test('one’s memos are bound and saved, if there are any', async () => {
  let memos = 0
  const { user } = settings({
    '/api/mine.pdf': () =>
      memos > 0 ? [200, 'a PDF'] : [404, refusal('not-found', 'You have no memos yet.')],
  })
  const saved = watchDownloads()
  const data = await part('Your data')
  const bind = () => user.click(data.getByRole('button', { name: 'My memos as PDF' }))
  await bind()
  expect((await data.findByRole('alert')).textContent).toBe('You have no memos yet.')
  memos = 1
  await bind()
  expect(await data.findByText('Your book is in your downloads.')).toBeTruthy()
  expect(saved).toEqual(['Inkfold-mara.pdf blob:archive'])
})
