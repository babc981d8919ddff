import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from './Picture'

const show = (src: string) => (
  <Picture src={src} small="/480.webp" alt="A letter" width={960} height={720} />
)

test('it comes in two sizes, and keeps its room', () => {
  render(show('/960.webp'))
  const picture = screen.getByAltText('A letter')
  expect(picture.getAttribute('srcset')).toBe('/480.webp 480w, /960.webp 960w')
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['960', '720'])
})

test('when it fails there are words in its room, until it is another picture', () => {
  const { rerender } = render(show('/960.webp'))
  fireEvent.error(screen.getByAltText('A letter'))
  expect(screen.getByText('This picture could not be loaded.')).toBeTruthy()
  expect(screen.getByText('A letter')).toBeTruthy()
  rerender(show('/other.webp'))
  expect(screen.getByAltText('A letter').getAttribute('src')).toBe('/other.webp')
})
