import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { setStored } from '../../lib/storage'
import { add, HERE, pdf, READ, serveBook } from '../../testing/hand-page'
import { renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal } from '../../testing/server'

const UNVERIFIED = refusal('verification-required', 'Please verify your email address first.')

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeUpload))

test('an unverified member can have the mail again', async () => {
  signInAs('u1')
  const { bodiesOf } = serveBook({
    '/api/memo/handwriting/publish': () => [403, UNVERIFIED],
    '/send-verify': () => [202],
  })
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: 'Submit 2 answers' }))
  expect((await screen.findByRole('alert')).textContent).toContain('verify your email')
  await user.click(screen.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/on its way/)).toBeTruthy()
  expect(bodiesOf('/send-verify')).toEqual([{ uid: 'u1', email: 'u1@example.org', name: 'u1' }])
  expect(screen.getAllByRole('button', { name: /^Question/ })).toHaveLength(2)
})

test('where no mail is sent, an unverified member is told to ask', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  signInAs('u1')
  serveBook({
    '/api/memo/handwriting/publish': () => [403, UNVERIFIED],
  })
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: 'Submit 2 answers' }))
  expect(await screen.findByText(/Ask an admin to verify/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send the email again' })).toBeNull()
})

const WAITING = 'An admin has yet to accept you as a member. Until then you can read.'

test('an applicant reads so above the submit button', async () => {
  signInAs('u1')
  setStored({ application: 'waiting' })
  serveBook()
  const upload = await add(renderApp(HERE), pdf())
  act(() => upload.answer(200, READ))
  await screen.findByRole('button', { name: 'Submit 2 answers' })
  expect(screen.getByText(WAITING)).toBeTruthy()
})

test('an applicant who is refused reads why once, and keeps the answers', async () => {
  signInAs('u1')
  serveBook({
    '/api/memo/handwriting/publish': () => [403, refusal('acceptance-required', WAITING)],
  })
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: 'Submit 2 answers' }))
  expect(await screen.findAllByText(WAITING)).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /^Question/ })).toHaveLength(2)
})
