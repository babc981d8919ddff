import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { serverConfig } from '../../lib/server-config'
import { refusal } from '../../testing/server'
import { part, settings } from '../../testing/settings'

const PREFERENCE = '/api/account/reminders'
const PART = 'Reminders and questions of the week'
const LABEL = 'Send me reminders and questions of the week'

type Body = Record<string, unknown>

const echo = (body: Body): [number, Body] => [200, 'wanted' in body ? body : { wanted: true }]

const box = async () => (await part(PART)).findByRole<HTMLInputElement>('checkbox')

test('reminders are turned off and on at once', async () => {
  const { user, bodiesOf } = settings({ [PREFERENCE]: echo })
  const choice = await box()
  expect(choice.checked).toBe(true)
  await user.click((await part(PART)).getByLabelText(LABEL))
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(choice.checked).toBe(false)
  await user.click(choice)
  await vi.waitFor(() => expect(choice.checked).toBe(true))
  expect(bodiesOf(PREFERENCE).slice(1)).toEqual([{ wanted: false }, { wanted: true }])
})

test('the choice is marked within the click, whatever the network does', async () => {
  settings({ [PREFERENCE]: echo })
  const choice = await box()
  fireEvent.click(choice)
  expect(choice.checked).toBe(false)
})

test('a choice that could not be saved is taken back', async () => {
  const { user } = settings({
    [PREFERENCE]: (body) =>
      'wanted' in body ? [500, refusal('internal', 'The pen is dry.')] : [200, { wanted: true }],
  })
  const choice = await box()
  await user.click(choice)
  expect(await (await part(PART)).findByText('The pen is dry.')).toBeTruthy()
  expect(choice.checked).toBe(true)
})

test('a choice that could not be fetched is not shown', async () => {
  settings({ [PREFERENCE]: () => [500, refusal('internal', 'The pen is dry.')] })
  const reminders = await part(PART)
  expect(await reminders.findByText('The pen is dry.')).toBeTruthy()
  expect(reminders.queryByRole('checkbox')).toBeNull()
})

test('the begin page asks again for reminders and questions after the choice', async () => {
  const { user, calls } = settings({
    [PREFERENCE]: echo,
    '/api/book/list': () => [200, []],
    '/query-memos': () => [200, []],
    '/api/usr/posts': () => [200, []],
    '/api/usr/comments': () => [200, []],
  })
  const asked = () =>
    ['reminder', 'weekly-questions'].map(
      (name) => calls.filter(({ path }) => path === `/api/account/${name}`).length,
    )
  const open = async (path: string, heading: RegExp) => {
    act(() => navigate(path))
    await screen.findByRole('heading', { level: 1, name: heading })
  }
  await open('/begin', /^Good to see you/)
  expect(asked()).toEqual([1, 1])
  await open('/settings', /^Settings$/)
  await user.click(await box())
  expect(await screen.findByText('Saved.')).toBeTruthy()
  await open('/begin', /^Good to see you/)
  await vi.waitFor(() => expect(asked()).toEqual([2, 2]))
})

test('where no mail is sent, reminders and questions are about the begin page', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  settings()
  expect((await box()).checked).toBe(true)
  const reminders = await part(PART)
  expect(reminders.getByText(/one of them every week. Both are on your begin page/)).toBeTruthy()
  expect(reminders.queryByText(/email/)).toBeNull()
})
