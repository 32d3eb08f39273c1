import { expect, test } from 'vitest'
import { listFlags } from '../../../../src/browser/launch/flags.ts'
import { listWays } from '../../../../src/browser/launch/ways.ts'

const flags = listFlags({ profile: '/p', holePort: 7 })

test.each([
  '--remote-debugging-pipe',
  '--user-data-dir=/p',
  '--proxy-server=http://127.0.0.1:7',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--site-per-process',
  '--disable-extensions',
  '--optimization-guide-performance-class=1',
])('a browser is started with %s', (flag) => {
  expect(flags).toContain(flag)
})

test('no browser is started with a port, or without its sandbox, unless that is given up', () => {
  expect(
    flags.filter((flag) => /remote-debugging-port|no-sandbox|disable-web-security/.test(flag)),
  ).toEqual([])
  expect(listFlags({ profile: '/p', holePort: 7, withoutSandbox: true })).toContain('--no-sandbox')
})

const searchPath = process.env['PATH'] ?? ''

test('a browser has a network of its own only where the system has such', () => {
  for (const platform of ['darwin', 'win32'] as const) {
    expect(listWays({ platform, isRoot: false, searchPath }).map(({ mode }) => mode)).toEqual([
      'proxied',
    ])
  }
  const without = listWays({ platform: 'linux', isRoot: false, searchPath: '/nonexistent' })
  expect(without.map(({ mode }) => mode)).toEqual(['proxied'])
})

test('the browser itself is never root in its network, and has the flags alone as the last way', () => {
  for (const isRoot of [true, false]) {
    const ways = listWays({ platform: 'linux', isRoot, searchPath })
    expect(ways.at(-1)).toEqual({ mode: 'proxied', prefix: [], browserPrefix: [] })
    const mapped = ways.filter(({ prefix }) => prefix.includes('--map-root-user'))
    expect(mapped.every(({ browserPrefix }) => browserPrefix.includes('--map-user=1000'))).toBe(
      true,
    )
  }
})
