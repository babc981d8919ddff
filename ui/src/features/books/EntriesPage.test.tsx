import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BOOK, QUESTIONS, textMemo } from '../../testing/samples'
import { serve } from '../../testing/server'
import { signInAs, visit } from '../../testing/visit'

const HERE = '/book/contribute/entry/b1'

beforeEach(() => signInAs('u1'))

test('an entry is taken back and comes again', async () => {
  const memo = textMemo('smell', 'Of bread.')
  let [present, earlier] = [[memo], [] as (typeof memo)[]]
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/list': () => [200, present],
    '/api/memo/history': () => [200, earlier],
    '/api/memo/remove': () => {
      ;[present, earlier] = [[], [memo]]
      return [204, null]
    },
    '/api/memo/restore': () => {
      ;[present, earlier] = [[memo], [memo]]
      return [200, memo]
    },
  })
  const user = visit(HERE)
  expect(await screen.findByText('Of bread.', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('You have answered 1 of 3 questions.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Take it back/ }))
  expect(await screen.findByText('You have not submitted any entries')).toBeTruthy()
  expect(screen.getByText('One earlier entry')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.getByText('Your entries')).toBeTruthy())
})
