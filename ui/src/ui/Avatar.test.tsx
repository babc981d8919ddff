import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, initialsOf } from './Avatar'

test.each([
  ['Mara Lind', 'ML'],
  ['maria del carmen ruiz', 'MR'],
  ['Mara', 'M'],
  ['  ', '?'],
  ['', '?'],
  ['𝒜da émile', '𝒜É'],
])('the initials of “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('comments take the first two words', () => {
  expect(initialsOf('Maria del Carmen Ruiz', 'beginning')).toBe('MD')
})

test('it is silent beside a name, and says it where there is none', () => {
  const { rerender } = render(<Avatar name="Mara Lind" />)
  expect(screen.getByText('ML').getAttribute('aria-hidden')).toBe('true')
  rerender(<Avatar name="Mara Lind" label="Mara Lind, settings" />)
  expect(screen.getByRole('img', { name: 'Mara Lind, settings' })).toBeTruthy()
})
