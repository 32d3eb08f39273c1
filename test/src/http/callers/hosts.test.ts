import { expect, test } from 'vitest'
import { makeHostCheck } from '../../../../src/http/callers/hosts.ts'

const check = makeHostCheck(['bellhop.example.com', 'localhost:5173'])

test.each([
  [{ host: 'localhost:8402' }],
  [{ host: '127.0.0.1:1' }],
  [{ host: '[::1]:8402' }],
  [{ host: 'BELLHOP.example.com' }],
  [{ host: 'bellhop.example.com:443', origin: 'https://bellhop.example.com' }],
  [{ host: 'localhost:8402', origin: 'http://localhost:8402' }],
  [{ host: '127.0.0.1:8402', origin: 'http://localhost:8402' }],
  [{ host: '[::1]:8402', origin: 'http://127.0.0.1:8402' }],
  [{ host: 'localhost', origin: 'https://localhost' }],
  [{ host: 'localhost:8402', origin: 'http://localhost:5173' }],
  [{ host: '127.0.0.1', origin: 'https://bellhop.example.com:8443' }],
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
  [{ host: 'localhost:8402', origin: 'http://localhost:3000' }],
  [{ host: 'localhost:8402', origin: 'http://localhost' }],
  [{ host: 'localhost', origin: 'http://127.0.0.1:8402' }],
  [{ host: 'localhost:8402', origin: 'https://localhost' }],
  [{ host: 'bellhop.example.com', origin: 'http://localhost' }],
  [{ host: 'localhost', origin: 'https://localhost.evil.example' }],
])('is refused: %j', (headers: Record<string, string>) => {
  expect(() => check(new Headers(headers))).toThrow(expect.objectContaining({ code: 'forbidden' }))
})
