import { describe, expect, test } from 'vitest'
import { isLoopback, isPrivateOnTheWay } from '../../../src/lib/loopback.ts'
import { AUTHORITIES, HOSTS } from '../../support/loopback-hosts.ts'

test.each(HOSTS)('the host %j is this machine: %j', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

describe('plain http', () => {
  test.each(AUTHORITIES)('to %j stays on this machine: %j', (authority, expected) => {
    const url = URL.parse(`http://${authority}/path?to=localhost#127.0.0.1`)
    expect(url !== null && isPrivateOnTheWay(url)).toBe(expected)
  })

  test.each(['https', 'http', 'ws', 'ftp', 'file', 'gopher'])('%s beside it', (scheme) => {
    expect(isPrivateOnTheWay(new URL(`${scheme}://example.com/`))).toBe(scheme === 'https')
    expect(isPrivateOnTheWay(new URL(`${scheme}://localhost/`))).toBe(/^https?$/.test(scheme))
  })
})

test('nothing that only begins, ends or goes on like this machine is it', () => {
  const own = HOSTS.flatMap(([host, isOwn]) => (isOwn && host !== undefined ? [host] : []))
  const beside = ['.', '-', 'a', '%', '@', '/', ':', '[', ']', ' ', '\0', 'é', '.example', ':8402']
  const longer = own.flatMap((host) => beside.flatMap((text) => [host + text, text + host]))
  const cut = own.flatMap((host) => [host.slice(1), host.slice(0, -1)])
  const wrong = [...longer, ...cut].filter((host) => !own.includes(host) && isLoopback(host))
  expect(longer.length + cut.length).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})
