import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PROFILE } from '../../testing/samples'
import { refusal, serve } from '../../testing/server'
import { signInAs, visit } from '../../testing/visit'

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('a profile is shown, changed and saved', async () => {
  signInAs('u1')
  const { bodiesOf } = serve({
    '/update-profile': (body) => [200, { ...PROFILE, ...body }],
  })
  const user = visit('/settings')
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Mara Lindqvist')
  expect(screen.getByLabelText<HTMLInputElement>('Left').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('German').checked).toBe(true)
  expect(save().disabled).toBe(true)

  await user.click(screen.getByLabelText('Boox'))
  expect(save().disabled).toBe(false)
  await user.click(screen.getByLabelText('Boox'))
  expect(save().disabled).toBe(true)

  await user.clear(name)
  await user.type(name, 'mara LIND')
  await user.click(save())
  expect(await screen.findByText('Updated successfully.')).toBeTruthy()
  expect(bodiesOf('/update-profile')).toEqual([
    {
      uid: 'u1',
      token: '',
      name: 'Mara Lind',
      handedness: 'left',
      preferredTablets: 'Supernote',
      spokenLanguages: 'English,German',
    },
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mara Lind')
  expect(save().disabled).toBe(true)
})

test('what could not be saved stays in the form', async () => {
  signInAs('u1')
  serve({ '/update-profile': () => [500, refusal('internal', 'The pen is dry.')] })
  const user = visit('/settings')
  await user.click(await screen.findByLabelText('Right'))
  await user.click(save())
  expect(
    await screen.findByText('There was an error updating. Please try again later.'),
  ).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Right').checked).toBe(true)
  expect(save().disabled).toBe(false)
})
