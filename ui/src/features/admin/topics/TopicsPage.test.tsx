import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const LETTERS = { id: 't1', name: 'Letters', code: 'letters', postCount: 1200 }
const INK = { id: 't2', name: 'Ink', code: 'ink', postCount: 0 }

/** Opens the topics as an admin; `list` is what the server has. */
function topics(handlers: Parameters<typeof serve>[0] = {}, list = [LETTERS, INK]) {
  signInAs('a1')
  let there = list
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/topics': () => [200, there],
    '/api/admin/topics': ({ name, code }) => {
      const made = { id: 't3', name: String(name), code: String(code), postCount: 0 }
      there = [...there, made]
      return [201, made]
    },
    '/api/admin/topics/t2': (body) => {
      there = Object.keys(body).length > 0 ? [LETTERS, { ...INK, ...body }] : [LETTERS]
      return Object.keys(body).length > 0 ? [200, there[1]] : [204]
    },
    ...handlers,
  })
  return { ...server, user: renderApp('/admin/topics') }
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

async function choose(user: ReturnType<typeof renderApp>, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(screen.getByRole('button', { name: action }))
  return within(screen.getByRole('dialog'))
}

test('topics are listed and a new one is added', async () => {
  const { user, bodiesOf } = topics()
  expect((await row(/Letters/)).getByText('1,200')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a topic' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add a topic' }))
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Enter a name.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Name'), 'First lines')
  await user.type(dialog.getByLabelText('Code'), 'first-lines')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('First lines is added.')).toBeTruthy()
  expect(await row(/First lines/)).toBeTruthy()
  expect(bodiesOf('/api/admin/topics')).toEqual([{ name: 'First lines', code: 'first-lines' }])
})

test('a topic gets another name; a code that is taken is told beside it', async () => {
  let taken = true
  const { user, bodiesOf } = topics({
    '/api/admin/topics/t2': (body) =>
      taken
        ? [422, refusal('invalid', 'Please check.', { code: 'Another topic has this code.' })]
        : [200, { ...INK, ...body }],
  })
  const dialog = await choose(user, 'Ink', 'Edit…')
  const name = dialog.getByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Inks')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Another topic has this code.')).toBeTruthy()
  taken = false
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Inks is saved.')).toBeTruthy()
  expect(bodiesOf('/api/admin/topics/t2')[1]).toEqual({ name: 'Inks', code: 'ink' })
})

test('an empty topic is removed after a question', async () => {
  const { user } = topics()
  const dialog = await choose(user, 'Ink', 'Remove…')
  await user.click(dialog.getByRole('button', { name: 'Remove the topic' }))
  expect(await screen.findByText('Ink is removed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ink/ })).toBeNull())
})

test('a topic with posts stays, and that is said', async () => {
  const words = 'This topic has posts.'
  const { user } = topics({ '/api/admin/topics/t1': () => [409, refusal('conflict', words)] })
  const dialog = await choose(user, 'Letters', 'Remove…')
  await user.click(dialog.getByRole('button', { name: 'Remove the topic' }))
  expect(await dialog.findByText(words)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await row(/Letters/)).toBeTruthy()
})

test('there are none', async () => {
  topics({}, [])
  expect(await screen.findByText('There are no topics yet.')).toBeTruthy()
})
