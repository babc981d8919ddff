import { expect, test } from 'vitest'
import {
  capitalised,
  checkConfirmation,
  checkCurrentPassword,
  checkPassword,
  checkUsername,
  usernamesFor,
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

test.each([
  ['mara LINDQVIST', 'mara-lindqvist'],
  ['  Ana María  O’Brien-Löw ', 'ana-maría-o-brien-löw'],
  ['Мария 2', 'мария-2'],
  ['李雷', '李雷'],
  ['a@b.c/d\\e#f+g', 'a-b-c-d-e-f-g'],
  ['Wolfeschlegelsteinhausen Bergerdorff', 'wolfeschlegelsteinhausen-berg'],
  ['Abcdefghijklmnopqrstuvwxyzab Cd', 'abcdefghijklmnopqrstuvwxyzab'],
])('the username of %j is %j, or has a number', (name, username) => {
  const made = usernamesFor(name)
  expect(made.slice(0, 3)).toEqual([username, `${username}-2`, `${username}-3`])
  expect(made.map((each) => checkUsername(each, {})).filter(Boolean)).toEqual([])
  expect(made.every((each) => Array.from(each).length <= 32)).toBe(true)
})

test.each(['', ' ', '🌿 …'])('no username is made of %j', (name) => {
  expect(usernamesFor(name)).toEqual([])
})
