import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address } from '../testing/render-app'
import { type Column, DataTable } from './DataTable'

interface Pen {
  id: string
  ink: string
}

const PENS: Pen[] = [
  { id: 'p1', ink: 'Blue' },
  { id: 'p2', ink: 'Iron gall' },
]
const COLUMNS: Column<Pen>[] = [
  { head: 'Pen', rowHeader: true, cell: ({ id }) => id },
  { head: 'Ink', showLabelOnMobile: true, cell: ({ ink }) => ink },
]
const FIND = {
  label: 'Find a pen',
  hint: 'By its ink',
  textOf: ({ ink }: Pen) => ink,
  counted: ['1 pen', '# pens'],
} as const

function show(pens = PENS, path = '/') {
  window.history.replaceState(null, '', path)
  render(
    <DataTable
      label="Pens"
      rows={pens}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      find={FIND}
      actions={({ id }) => <button type="button">Fill {id}</button>}
      empty={<p>No pens.</p>}
    />,
  )
  return userEvent.setup()
}

test('a row is called by its name, and a cell says its heading where there is no head', () => {
  show()
  expect(screen.getByRole('table', { name: 'Pens' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'p2' })).toBeTruthy()
  expect(screen.getByText('Iron gall').dataset.label).toBe('Ink')
  expect(screen.getByRole('button', { name: 'Fill p2' })).toBeTruthy()
})

test('rows are found by words, beside whatever else the address says', async () => {
  const user = show(PENS, '/?state=open&q=gall+iron')
  expect(screen.queryByText('Blue')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Showing 1 of 2')
  await user.type(screen.getByLabelText('Find a pen'), 'x')
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText('Blue')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Find a pen'))
  expect(address()).toBe('/?state=open')
})

test('without anything to list it says so, and asks for nothing', () => {
  show([])
  expect(screen.getByText('No pens.')).toBeTruthy()
  expect(screen.queryByLabelText('Find a pen')).toBeNull()
})
