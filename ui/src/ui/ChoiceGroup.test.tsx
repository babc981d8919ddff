import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DisplayChoices } from '../shell/DisplayDialog'
import { RadioGroup } from './ChoiceGroup'
import { Form } from './Form'
import { Submit } from './Submit'

test('the same choice twice on a page is made in both places', async () => {
  render(
    <>
      <DisplayChoices />
      <DisplayChoices />
    </>,
  )
  const papers = screen.getAllByLabelText<HTMLInputElement>(/^Paper display/)
  expect(new Set(papers.map(({ name }) => name)).size).toBe(2)
  const chosen = () => papers.map(({ checked }) => checked)
  expect(chosen()).toEqual([false, false])
  await userEvent.setup().click(papers[1] as HTMLInputElement)
  expect(chosen()).toEqual([true, true])
})

test('a form knows its groups by their names', async () => {
  const onSubmit = vi.fn()
  const choices = [
    { value: 'left', label: 'Left' },
    { value: 'right', label: 'Right' },
  ]
  render(
    <Form onSubmit={onSubmit}>
      <RadioGroup name="handedness" label="Hand" choices={choices} defaultValue="left" />
      <Submit>Save</Submit>
    </Form>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Right'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledWith({ handedness: 'right' })
})
