import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextArea } from './TextArea'

test('what is left is counted, and said only when it is little', async () => {
  const user = userEvent.setup()
  render(<TextArea name="text" label="Your answer" maxCharacters={23} defaultValue="A" />)
  expect(screen.getByText('22 characters left')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  await user.type(screen.getByLabelText('Your answer'), 'ny')
  expect(screen.getByText('20 characters left')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('At most 20 characters left')
})
