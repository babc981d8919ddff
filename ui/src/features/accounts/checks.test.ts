import { expect, test } from 'vitest'
import {
  capitalised,
  checkConfirmation,
  checkCurrentPassword,
  checkPassword,
  checkUsername,
} from './checks'

test.each(['@', '.', '+', '/', '\\', '#'])('a username must not contain %s', (character) => {
  expect(checkUsername(`mara${character}`, {})).toBe(
    'Username is invalid, special characters not allowed',
  )
})

test('a password has at least eight characters, however they are stored', () => {
  expect(checkPassword('1234567', {})).toBe('Password must be at least 8 characters long')
  expect(checkPassword('✒️📖✒📖', {})).toBe('Password must be at least 8 characters long')
  expect(checkPassword('12345678', {})).toBeUndefined()
})

test('a current password is required and has at least eight characters', () => {
  expect(checkCurrentPassword('', {})).toBe('Enter your current password.')
  expect(checkCurrentPassword('1234567', {})).toBe('Password must be at least 8 characters long')
  expect(checkCurrentPassword('12345678', {})).toBeUndefined()
})

test('the confirmation equals the password', () => {
  expect(checkConfirmation('other', { password: 'secret words' })).toBe('Passwords do not match')
  expect(checkConfirmation('secret words', { password: 'secret words' })).toBeUndefined()
})

test('names are capitalised word by word', () => {
  expect(capitalised('  ana MARIA  ñuñez ')).toBe('Ana Maria  Ñuñez')
})
