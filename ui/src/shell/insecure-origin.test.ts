import { expect, test } from 'vitest'
import { isInsecureOrigin } from './AdminsOnly'

const isOpen = (address: string) => isInsecureOrigin(new URL(address))

test.each([
  'http://ink.example.org',
  'http://ink.example.org:8080/admin',
  'http://198.51.100.7',
  'http://172.32.0.1',
  'http://10.example.org',
  'http://[2001:db8::1]:8080',
  'http://mylocal.org',
])('passwords travel in the open to %s', (address) => {
  expect(isOpen(address)).toBe(true)
})

test.each([
  'https://ink.example.org',
  'https://198.51.100.7',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
  'http://inkbox.local:8080',
  'http://pi',
  'http://box.home.arpa',
  'http://192.168.1.5',
  'http://172.16.0.9',
  'http://[::1]:8080',
  'http://[fd00::1]',
])('%s is encrypted or near', (address) => {
  expect(isOpen(address)).toBe(false)
})
