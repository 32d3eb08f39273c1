import { describe, expect, test, vi } from 'vitest'
import { STRANGER } from '../../../../src/contract/principal.ts'
import { createLocalVet } from '../../../support/local-fetch.ts'

const lookups: string[] = []
const vet = createLocalVet({
  allowHosts: ['intranet.example'],
  async resolve(hostname) {
    lookups.push(hostname)
    if (hostname.startsWith('private')) return [{ address: '10.0.0.1', family: 4 }]
    if (hostname.startsWith('mixed')) {
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]
    }
    if (hostname.startsWith('gone')) throw Object.assign(new Error('gone'), { code: 'ENOTFOUND' })
    if (hostname.startsWith('busy')) throw Object.assign(new Error('busy'), { code: 'EAI_AGAIN' })
    return [{ address: '93.184.216.34', family: 4 }]
  },
})

describe('vetting an address before anything is charged', () => {
  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://2130706433/',
    'http://a.dev:22/',
    'http://user@a.dev/',
    'http://db.internal/',
  ])('%s is refused without a lookup', async (url) => {
    lookups.length = 0
    await expect(vet(url, { lookup: false })).rejects.toMatchObject({ code: 'url_not_allowed' })
    await expect(vet(url, { lookup: true })).rejects.toMatchObject({ code: 'url_not_allowed' })
    expect(lookups).toEqual([])
  })

  test.each([
    ['https://private.dev/', 'resolved_address'],
    ['https://mixed.dev/', 'resolved_address'],
    ['https://gone.dev/', 'unresolved_name'],
  ])(
    '%s is refused once its name is looked up: to a stranger in the same words',
    async (url, reason) => {
      await vet(url, { lookup: false })
      const refused = { code: 'url_not_allowed', fields: { reason } }
      await expect(vet(url, { lookup: true })).rejects.toMatchObject(refused)
      await expect(vet(url, { lookup: true, principal: STRANGER })).rejects.toMatchObject({
        code: 'url_not_allowed',
        message: 'The name of the address leads to no public address.',
        fields: { reason: 'not_public' },
      })
    },
  )

  test('a public address passes, and so does a host that the operator named', async () => {
    await vet('https://a.dev/page?q=1', { lookup: true })
    await vet('http://intranet.example:9999/', { lookup: true })
    expect(lookups).not.toContain('intranet.example')
  })

  test('a name server in trouble is not the caller’s fault', async () => {
    const trouble = vet('https://busy.dev/', { lookup: true })
    await expect(trouble).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('a name server that never answers is told as what it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const deaf = createLocalVet({ allowHosts: [], resolve: async () => new Promise(() => {}) })
      const refused = expect(deaf('https://a.dev/', { lookup: true })).rejects.toMatchObject({
        code: 'upstream_timeout',
        message: 'The name of the other server could not be looked up within 5 seconds.',
      })
      await vi.advanceTimersByTimeAsync(5_000)
      await refused
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
