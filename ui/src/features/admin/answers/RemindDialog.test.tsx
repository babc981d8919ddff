import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MAX_LENGTHS } from '../../../api/limits'
import type { components } from '../../../api/schema'
import { serverConfig } from '../../../lib/server-config'
import { visitAsKeeper } from '../../../testing/admin'
import { BOOK, QUESTIONS } from '../../../testing/fixtures'
import { refusal } from '../../../testing/server'

type Schemas = components['schemas']
type Reply = [status: number, body?: unknown]

const GRID = '/api/admin/books/b1/answers'
const REMIND = '/api/admin/books/b1/remind'

const NONE: Schemas['ReminderReportView'] = {
  reminded: 0,
  mailed: 0,
  complete: 0,
  recent: 0,
  declined: 0,
  later: 0,
}

const participant = (
  uid: string,
  state: Schemas['AnswerStateView'],
): Schemas['ParticipantView'] => ({
  uid,
  name: uid,
  username: uid,
  answers: QUESTIONS.map(() => state),
  handedIn: state === 'handed-in' ? QUESTIONS.length : 0,
  remindedAt: null,
})

/** Two members with open questions, of whom the keeper `k1` may be one, and one without. */
const MEMBERS = [
  participant('m1', 'none'),
  participant('m2', 'begun'),
  participant('m3', 'handed-in'),
]

/** Opens the dialog. */
async function ask(reply: Reply, members = MEMBERS, total = members.length) {
  const visited = visitAsKeeper('/admin/books/b1/answers', {
    '/api/book': () => [200, BOOK],
    [GRID]: () => [200, { questions: QUESTIONS, members, total }],
    [REMIND]: () => reply,
  })
  await visited.user.click(await screen.findByRole('button', { name: 'Remind…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remind people of The kitchen table' }))
  return { ...visited, dialog }
}

const send = ({ user, dialog }: Awaited<ReturnType<typeof ask>>) =>
  user.click(dialog.getByRole('button', { name: 'Send the reminder' }))

test('a reminder says first whom it reaches and how', async () => {
  const { dialog, calls } = await ask([200, NONE])
  expect(dialog.getByText('2 people have open questions.')).toBeTruthy()
  expect(dialog.getByText(/sees a notice on their begin page. .* also get an email.$/)).toBeTruthy()
  expect(dialog.getByText(/^Nobody is reminded more than once a week./)).toBeTruthy()
  expect(dialog.queryByText('You don’t get a reminder yourself.')).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain(REMIND)
})

test('a reminder is sent with a message, and reports who was left out and why', async () => {
  const asked = await ask([200, { reminded: 18, mailed: 14, complete: 6, recent: 5, declined: 1 }])
  const { user, dialog, bodiesOf } = asked
  await user.type(dialog.getByLabelText('Message (optional)'), ' We print on Friday. ')
  await send(asked)
  expect(await dialog.findByText('18 people were reminded.')).toBeTruthy()
  expect(dialog.getByText(/14 of them also get an email./)).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '6 people have answered everything.',
    '5 people were reminded less than a week ago.',
    '1 person doesn’t want reminders.',
  ])
  expect(bodiesOf(REMIND)).toEqual([{ words: 'We print on Friday.' }])
  expect(document.activeElement?.textContent).toContain('18 people were reminded.')
  // The table shows who was reminded.
  await waitFor(() => expect(bodiesOf(GRID)).toHaveLength(2))

  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Remind…')
})

test.each([
  [{ reminded: 1, mailed: 1 }, '1 person was reminded. They also get an email.'],
  [
    { reminded: 2, mailed: 0 },
    '2 people were reminded. No email was sent, because no address is verified.',
  ],
  [{ reminded: 3, mailed: 1 }, '3 people were reminded. 1 of them also gets an email.'],
])('the report of %j', async (numbers, words) => {
  const asked = await ask([200, { ...NONE, ...numbers }])
  await send(asked)
  const sentence = await asked.dialog.findByText(/reminded\.$/, { selector: 'strong' })
  expect(sentence.parentElement?.textContent).toBe(words)
  expect(asked.dialog.queryByText('Some people were left out:')).toBeNull()
})

test('it is said when nobody was reminded', async () => {
  const asked = await ask([200, { ...NONE, recent: 2 }])
  await send(asked)
  expect(await asked.dialog.findByText('Nobody was reminded.')).toBeTruthy()
  expect(asked.dialog.getByText('2 people were reminded less than a week ago.')).toBeTruthy()
  expect(asked.dialog.queryByText(/email/)).toBeNull()
})

test('it is said when there were too many people for one reminder', async () => {
  const asked = await ask([200, { ...NONE, reminded: 500, mailed: 500, later: 120 }])
  await send(asked)
  expect(await asked.dialog.findByText('500 people were reminded.')).toBeTruthy()
  expect(asked.dialog.getByText(/^120 people are left for another time/)).toBeTruthy()
})

test('a keeper with open questions is told that they get none', async () => {
  const { dialog } = await ask([200, NONE], [...MEMBERS, participant('k1', 'none')])
  expect(dialog.getByText('2 people have open questions.')).toBeTruthy()
  expect(dialog.getByText('You don’t get a reminder yourself.')).toBeTruthy()
})

test('a keeper who alone has open questions has nobody to remind', async () => {
  visitAsKeeper('/admin/books/b1/answers', {
    '/api/book': () => [200, BOOK],
    [GRID]: () => [200, { questions: QUESTIONS, members: [participant('k1', 'none')], total: 1 }],
  })
  expect(await screen.findByRole('table')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remind…' })).toBeNull()
})

test('where not all people are shown, the number of those with open questions is left out', async () => {
  const { dialog } = await ask([200, NONE], [participant('m3', 'handed-in')], 1240)
  expect(dialog.queryByText(/open questions\.$/)).toBeNull()
  expect(dialog.getByText(/^Everyone with open questions sees/)).toBeTruthy()
})

test('where no mail is sent, there is no message, and the report doesn’t mention mail', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  const asked = await ask([200, { ...NONE, reminded: 2 }])
  expect(asked.dialog.getByText(/This server doesn’t send email\.$/)).toBeTruthy()
  expect(asked.dialog.queryByRole('textbox')).toBeNull()
  await send(asked)
  expect(await asked.dialog.findByText('2 people were reminded.')).toBeTruthy()
  expect(asked.dialog.queryByText(/email/)).toBeNull()
  expect(asked.bodiesOf(REMIND)).toEqual([{ words: '' }])
})

test('a reminder that the book doesn’t allow is refused above the form, and the message stays', async () => {
  const closed = 'This book closed on 24 December 2026, 18:00. No more answers can be handed in.'
  const asked = await ask([409, refusal('book-closed', closed)])
  const message = asked.dialog.getByLabelText<HTMLTextAreaElement>('Message (optional)')
  await asked.user.type(message, 'Hurry.')
  await send(asked)
  expect((await asked.dialog.findByRole('alert')).textContent).toBe(closed)
  expect(message.value).toBe('Hurry.')
})

test('a message that the server refuses is marked', async () => {
  const asked = await ask([
    422,
    refusal('invalid', 'Check the form.', { words: 'Use at most 600 characters.' }),
  ])
  await send(asked)
  expect(
    await asked.dialog.findByRole('textbox', {
      name: 'Message (optional)',
      description: /Use at most 600 characters\.$/,
    }),
  ).toBeTruthy()
  expect(asked.dialog.queryByText('Check the form.')).toBeNull()
})

test('a message that is too long is not sent', async () => {
  const asked = await ask([200, NONE])
  const message = asked.dialog.getByLabelText('Message (optional)')
  await asked.user.click(message)
  await asked.user.paste('a'.repeat(MAX_LENGTHS.ReminderBody.words + 1))
  await send(asked)
  expect(asked.bodiesOf(REMIND)).toEqual([])
  expect(message.getAttribute('aria-invalid')).toBe('true')
})
