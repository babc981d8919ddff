import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error'
import { CheckboxGroup } from './ChoiceGroup'
import { Form } from './Form'
import { Submit } from './Submit'
import { TextField } from './TextField'

const needed = (value: string) => (value ? undefined : 'This is needed.')

function show(error: Error | null = null) {
  const onSubmit = vi.fn()
  const form = (failure: Error | null) => (
    <Form onSubmit={onSubmit} error={failure}>
      <TextField name="title" label="Title" check={needed} />
      <TextField name="text" label="Text" check={needed} />
      <CheckboxGroup
        name="tablets"
        label="Tablets"
        choices={[
          { value: 'Boox', label: 'Boox' },
          { value: 'Scribe', label: 'Scribe' },
        ]}
      />
      <Submit>Send</Submit>
    </Form>
  )
  const { rerender } = render(form(error))
  return { user: userEvent.setup(), onSubmit, fail: (failure: Error) => rerender(form(failure)) }
}

test('a problem shows when its field is left, and goes when it is mended', async () => {
  const { user } = show()
  await user.click(screen.getByLabelText('Title'))
  expect(screen.queryByText('This is needed.')).toBeNull()
  await user.tab()
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true')
  await user.type(screen.getByLabelText('Title'), 'a')
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBeNull()
})

test('submitting goes to the first wrong field and sends nothing', async () => {
  const { user, onSubmit } = show()
  await user.type(screen.getByLabelText('Title'), 'a')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Text'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('checked boxes are joined by commas, and fields left empty are there', async () => {
  const { user, onSubmit } = show()
  await user.type(screen.getByLabelText('Title'), 'a')
  await user.type(screen.getByLabelText('Text'), 'b{Enter}')
  expect(onSubmit).toHaveBeenLastCalledWith({ title: 'a', text: 'b', tablets: '' })
  await user.click(screen.getByLabelText('Boox'))
  await user.click(screen.getByLabelText('Scribe'))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).toHaveBeenLastCalledWith({ title: 'a', text: 'b', tablets: 'Boox,Scribe' })
})

test('what the server refuses stands beside its field until that is changed', async () => {
  const { user, fail } = show()
  await user.type(screen.getByLabelText('Text'), 'taken')
  fail(new ApiError(422, { error: 'Please look again.', fields: { text: 'Already there.' } }))
  const field = screen.getByLabelText('Text')
  const problem = screen.getByText('Already there.')
  expect(field.getAttribute('aria-describedby')).toBe(problem.id)
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(field, '!')
  expect(screen.queryByText('Already there.')).toBeNull()
})

test('any other failure stands above the form', () => {
  show(new ApiError(409, { error: 'An account with this email already exists.' }))
  expect(screen.getByRole('alert').textContent).toContain('already exists')
})

test('an error of a field that is not there is shown above the form', () => {
  const { fail } = show()
  const words = 'This field is not here.'
  fail(new ApiError(422, { error: words, code: 'invalid', fields: { image: words } }))
  expect(screen.getByRole('alert').textContent).toBe(words)
})
