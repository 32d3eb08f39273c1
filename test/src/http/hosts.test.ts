import { expect, test } from 'vitest'
import { makeHostCheck } from '../../../src/http/hosts.ts'

const check = makeHostCheck(['bellhop.example.com'])

test.each([
  [{ host: 'localhost:8402' }],
  [{ host: '127.0.0.1:1' }],
  [{ host: '[::1]:8402' }],
  [{ host: 'BELLHOP.example.com' }],
  [{ host: 'bellhop.example.com:443', origin: 'https://bellhop.example.com' }],
  [{ host: 'localhost', origin: 'http://localhost:3000' }],
])('passes: %j', (headers) => {
  expect(() => check(new Headers(headers))).not.toThrow()
})

test.each([
  [{}],
  [{ host: '' }],
  [{ host: 'evil.example' }],
  [{ host: 'bellhop.example.com.evil.example' }],
  [{ host: 'evil.example@localhost' }],
  [{ host: '127.0.0.1.evil.example' }],
  [{ host: 'localhost', origin: 'https://evil.example' }],
  [{ host: 'localhost', origin: 'null' }],
  [{ host: 'localhost', origin: 'https://localhost.evil.example' }],
])('is refused: %j', (headers: Record<string, string>) => {
  expect(() => check(new Headers(headers))).toThrow(expect.objectContaining({ code: 'forbidden' }))
})
