import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { playPrizePeg } from '../../testing/prize'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const CLAIMED = { id: 'p1', play: '2026-11-22.17', reward: 'a book token' }

function payout(
  answer: () => [status: number, body?: unknown],
  win: unknown = { play: '2026-11-22.17', reward: 'a book token' },
) {
  playPrizePeg({ reward: 'a book token', contact: 'hello@example.org' })
  signInAs('u1')
  const server = serve({ '/payout-details': answer, '/api/prize/win': () => [200, win] })
  return { ...server, user: renderApp('/payout') }
}

const claim = () => screen.getByRole('button', { name: 'Claim Your Prize' })

test('a winner says to whom the reward goes, and how', async () => {
  const { user, bodiesOf } = payout(() => [201, CLAIMED])
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  expect(screen.getByRole('heading', { name: 'Congratulations, You’re a Winner!' })).toBeTruthy()
  expect(screen.getByText('You have won a book token.')).toBeTruthy()
  expect(name.value).toBe('Mara Lindqvist')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mara@example.org')
  const help = screen.getByRole('link', { name: 'hello@example.org' })
  expect(help.getAttribute('href')).toBe('mailto:hello@example.org')

  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'pay@example.org')
  await user.click(screen.getByLabelText('PayPal'))
  await user.click(claim())
  expect(
    await screen.findByRole('heading', { name: 'Thank you for your submission!' }),
  ).toBeTruthy()
  expect(screen.getByText('Your reward will be processed shortly.')).toBeTruthy()
  expect(bodiesOf('/payout-details')).toEqual([
    {
      uid: 'u1',
      email: 'u1@example.org',
      data: { preferredPayment: 'PayPal', email: 'pay@example.org', name: 'Mara Lindqvist' },
    },
  ])
})

test('name, email and method are all needed', async () => {
  const { user, bodiesOf } = payout(() => [201, CLAIMED])
  await user.clear(await screen.findByLabelText('Name'))
  await user.clear(screen.getByLabelText('Email'))
  await user.click(claim())
  expect(screen.getByText('Enter your name.')).toBeTruthy()
  expect(screen.getByText('Email is required.')).toBeTruthy()
  expect(screen.getByText('Choose how you would like your reward.')).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'mara@')
  expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
  expect(bodiesOf('/payout-details')).toEqual([])
})

test('what fails is said, without thanks', async () => {
  const { user } = payout(() => [503, refusal('busy', 'Please try again in a moment.')])
  await user.click(await screen.findByLabelText('Venmo'))
  await user.click(claim())
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByText(/Thank you/)).toBeNull()
  expect(claim()).toBeTruthy()
})

test('who has won nothing is led back to the library', async () => {
  const words = 'You have no win to claim.'
  payout(() => [403, refusal('forbidden', words)], null)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText(/Congratulations|Thank you/)).toBeNull()
  const back = screen.getByRole('link', { name: 'Go to the library' })
  expect(back.getAttribute('href')).toBe('/library')
})

test('a stranger signs in first and comes back', async () => {
  playPrizePeg()
  renderApp('/payout')
  await screen.findByLabelText('Password')
  expect(address()).toBe('/signin?last=payout')
})
