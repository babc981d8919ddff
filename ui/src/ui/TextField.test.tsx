import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Form } from './Form'
import { Submit } from './Submit'
import { TextField } from './TextField'

test('a text that is too long stays, is told at once, and is not sent', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(
    <Form<'name'> onSubmit={send}>
      <TextField name="name" label="Name" maxCharacters={4} />
      <Submit>Save</Submit>
    </Form>,
  )
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  await user.type(name, 'Marie')
  expect(name.value).toBe('Marie')
  expect(screen.getByText('1 character too many.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).not.toHaveBeenCalled()

  await user.type(name, '{Backspace}')
  expect(screen.queryByText('1 character too many.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).toHaveBeenCalledWith({ name: 'Mari' })
})

test('a character counts once, however many units it has', async () => {
  render(<TextField name="name" label="Name" maxCharacters={4} defaultValue=" 🖋🖋🖋🖋 " />)
  expect(screen.queryByText(/too many/)).toBeNull()
})
