import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Drawings } from './Drawings'

test.each(['Tablets', 'BlankSheet', 'Conversation', 'Boox', 'PegGrid'])(
  'style guide shows the illustration %s',
  (name) => {
    render(<Drawings />)
    expect(screen.getByText(name).closest('li')?.querySelector('svg path, svg rect')).toBeTruthy()
  },
)
