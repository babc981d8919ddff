import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { visitAsAdmin } from '../../../testing/admin'
import { APPLICATION } from '../../../testing/fixtures'
import { refusal } from '../../../testing/server'

type Handlers = Parameters<typeof visitAsAdmin>[1]

/** Opens the queue with one application until it is decided. */
function applications(handlers: Handlers = {}, application = APPLICATION) {
  let waiting = [application]
  return visitAsAdmin('/admin/applications', {
    '/api/admin/applications': () => [200, waiting],
    '/api/admin/applications/m1': ({ accept }) => {
      waiting = []
      return [200, { ...application, accepted: accept }]
    },
    ...handlers,
  })
}

const card = async () => within(await screen.findByRole('article', { name: /Mara Lindqvist/ }))

async function openDecline(user: ReturnType<typeof applications>['user']) {
  await user.click((await card()).getByRole('button', { name: 'Decline…' }))
  return within(screen.getByRole('dialog', { name: 'Decline Mara Lindqvist?' }))
}

test('an application says who applies, and in which words', async () => {
  applications()
  const { getByText, getByRole } = await card()
  for (const words of [
    'I write letters to my grandmother.',
    'mara@example.org',
    'Verified',
    'A poster',
  ]) {
    expect(getByText(words)).toBeTruthy()
  }
  const name = getByRole('link', { name: 'Mara Lindqvist' })
  expect(name.getAttribute('href')).toBe('/admin/members/m1')
})

test('an applicant is accepted at once', async () => {
  const { user, bodiesOf } = applications()
  await user.click((await card()).getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Mara Lindqvist is a member now.')).toBeTruthy()
  expect(await screen.findByText('No open applications.')).toBeTruthy()
  expect(bodiesOf('/api/admin/applications/m1')).toEqual([{ accept: true }])
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('an applicant is declined after a question', async () => {
  const { user, bodiesOf } = applications()
  const dialog = await openDecline(user)
  expect(dialog.getByText('The account is disabled, and Mara Lindqvist is told.')).toBeTruthy()
  expect(bodiesOf('/api/admin/applications/m1')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Decline the application' }))
  expect(await screen.findByText('Mara Lindqvist is declined.')).toBeTruthy()
  expect(await screen.findByText('No open applications.')).toBeTruthy()
  expect(bodiesOf('/api/admin/applications/m1')).toEqual([{ accept: false }])
})

test('a cancelled decline changes nothing', async () => {
  const { user, bodiesOf } = applications()
  await user.click((await openDecline(user)).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodiesOf('/api/admin/applications/m1')).toEqual([])
})

test('an applicant with an unverified address is not told', async () => {
  const { user } = applications({}, { ...APPLICATION, emailVerified: false })
  expect((await card()).getByText('Not verified')).toBeTruthy()
  expect((await openDecline(user)).getByText(/isn’t told/)).toBeTruthy()
})

test('where no mail is sent, the admin tells the applicant', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  const { user } = applications()
  expect((await openDecline(user)).getByText(/please tell Mara Lindqvist yourself/)).toBeTruthy()
})

test('a decision of another admin is said, and the list fetched again', async () => {
  let waiting = [APPLICATION]
  const { user } = applications({
    '/api/admin/applications': () => [200, waiting],
    '/api/admin/applications/m1': () => {
      waiting = []
      return [409, refusal('conflict', 'Somebody has already decided on this application.')]
    },
  })
  const dialog = await openDecline(user)
  await user.click(dialog.getByRole('button', { name: 'Decline the application' }))
  expect(await screen.findByText(/Somebody has already decided on this application/)).toBeTruthy()
  expect(await screen.findByText('No open applications.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['approved', 0],
  ['invited', 1],
] as const)(
  'an empty queue where sign-up is %s names the setting %i times',
  async (mode, count) => {
    vi.spyOn(serverConfig, 'registration', 'get').mockReturnValue(mode)
    applications({ '/api/admin/applications': () => [200, []] })
    expect(await screen.findByText('No open applications.')).toBeTruthy()
    expect(screen.queryAllByText(/New members apply only where/)).toHaveLength(count)
  },
)
