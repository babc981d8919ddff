import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setStored } from '../../lib/storage'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

test('saves the profile, asks for the mail and goes to sign-in, whatever fails', async () => {
  setStored({ uid: 'u1', email: 'mara@example.org', name: 'Mara Lindqvist', token: 'onboarding' })
  const { bodiesOf } = serve({
    '/update-profile': () => [500, refusal('internal', 'Something went wrong.')],
    '/send-verify': () => [202],
  })
  const user = renderApp('/signup/profile')
  await user.click(await screen.findByLabelText('Left'))
  await user.click(screen.getByLabelText('Boox'))
  await user.click(screen.getByLabelText('Supernote'))
  await user.click(screen.getByLabelText('Hindi'))
  await user.click(screen.getByRole('button', { name: 'Done' }))

  await waitFor(() => expect(address()).toMatch(/^\/signin\?reg=[0-9a-f]{32}$/))
  expect(bodiesOf('/update-profile')).toEqual([
    {
      uid: 'u1',
      token: 'onboarding',
      name: 'Mara Lindqvist',
      handedness: 'left',
      preferredTablets: 'Boox,Supernote',
      spokenLanguages: 'Hindi',
    },
  ])
  expect(bodiesOf('/send-verify')).toEqual([
    { name: 'Mara Lindqvist', email: 'mara@example.org', uid: 'u1', token: 'onboarding' },
  ])
})

test('nobody who has not just signed up comes here', async () => {
  renderApp('/signup/profile')
  await waitFor(() => expect(address()).toBe('/signin'))
})
