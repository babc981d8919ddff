import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { refusal } from '../../testing/server'
import { part, settings } from '../../testing/settings'

const checked = (region: Awaited<ReturnType<typeof part>>) =>
  region.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked)

test('a choice about editions is saved at once', async () => {
  const { user, bodiesOf } = settings({
    '/api/account/edition-notices': (body) => [200, body?.editions ? body : { editions: 'first' }],
  })
  const mails = await part('Mails about books')
  expect(await mails.findByLabelText('When it is first published')).toBeTruthy()
  expect(checked(mails).map(({ value }) => value)).toEqual(['first'])
  await user.click(mails.getByLabelText('At every new edition'))
  await vi.waitFor(() => expect(checked(mails).map(({ value }) => value)).toEqual(['every']))
  expect(bodiesOf('/api/account/edition-notices')).toContainEqual({ editions: 'every' })
})

test('a choice is marked within the click, whatever the network does', async () => {
  settings({
    '/api/account/edition-notices': (body) => [200, body?.editions ? body : { editions: 'first' }],
  })
  const mails = await part('Mails about books')
  fireEvent.click(await mails.findByLabelText('At every new edition'))
  expect(checked(mails).map(({ value }) => value)).toEqual(['every'])
})

test('a choice that could not be saved is taken back', async () => {
  const { user } = settings({
    '/api/account/edition-notices': (body) =>
      body?.editions ? [500, refusal('internal', 'The pen is dry.')] : [200, { editions: 'first' }],
  })
  const mails = await part('Mails about books')
  await user.click(await mails.findByLabelText('Never'))
  expect(await mails.findByText('The pen is dry.')).toBeTruthy()
  expect(checked(mails).map(({ value }) => value)).toEqual(['first'])
})

test('where no mail is sent, there is no choice', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  settings()
  await part('Your profile')
  expect(screen.queryByRole('region', { name: 'Mails about books' })).toBeNull()
})
