import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createProxyWarning } from '../../../../src/http/callers/peer.ts'

describe('the operator is told of a proxy', () => {
  const warnings = (names: readonly string[], trustedProxies = 0) => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const look = createProxyWarning(log, { trustedProxies, isOpen: true })
    for (const name of names) look(new Headers(name === '' ? {} : { [name]: '203.0.113.7' }))
    return lines
  }

  test.each(['x-forwarded-for', 'forwarded'])('once, by %s alone', (name) => {
    expect(warnings(['', name, name])).toEqual([expect.stringContaining('--trusted-proxies')])
  })

  test('but not where no caller is named, and not of one that they told of', () => {
    expect(warnings(['', 'x-forwarded-proto'])).toEqual([])
    expect(warnings(['x-forwarded-for'], 1)).toEqual([])
  })
})
