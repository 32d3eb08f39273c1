import { expect, test } from 'vitest'
import type { Progress } from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL, STRANGER } from '../../../../src/contract/principal.ts'
import { chargeTo } from '../../../../src/core/run/run.ts'
import { QR_JOB } from '../../../../src/qr/jobs.ts'
import { testServices } from '../../../support/operations.ts'
import { renderGiven } from '../../../support/renderer.ts'

test('what a call uses is charged to its principal, whatever its operation says', async () => {
  const seen: unknown[] = []
  const services = testServices()
  const charged = chargeTo(
    {
      ...services,
      fetch: async (_, { principal }) => {
        seen.push(principal)
        throw new Error('not fetched')
      },
      vetAddress: async (_, { principal }) => void seen.push(principal),
      sandbox: {
        ...services.sandbox,
        run: async (_, __, { principal }) => {
          seen.push(principal)
          throw new Error('not run')
        },
      },
    },
    { principal: LOCAL_PRINCIPAL, progress: () => {} },
  )
  const { signal } = new AbortController()
  const options = { signal, principal: STRANGER }
  await expect(charged.fetch('http://a.test/', options)).rejects.toThrow('not fetched')
  await charged.vetAddress('http://a.test/', { lookup: false, principal: STRANGER })
  const qr = { text: 'a' } as never
  await expect(charged.sandbox.run(QR_JOB, qr, options)).rejects.toThrow('not run')
  expect(seen).toEqual([LOCAL_PRINCIPAL, LOCAL_PRINCIPAL, LOCAL_PRINCIPAL])
})

test('waiting for a turn is told as progress', async () => {
  const steps: Progress[] = []
  const services = testServices()
  const charged = chargeTo(
    {
      ...services,
      fetch: async (_, { waiting }) => {
        for (const ahead of [3, 0]) waiting?.(ahead)
        throw new Error('not fetched')
      },
    },
    { principal: LOCAL_PRINCIPAL, progress: (step) => void steps.push(step) },
  )
  const { signal } = new AbortController()
  await expect(charged.fetch('http://a.test/', { signal })).rejects.toThrow('not fetched')
  expect(steps).toEqual([{ message: 'waiting, 3 before this call' }, { message: 'next in turn' }])
})

test('pages in the browser are charged to the principal of the call as well', async () => {
  const browser = renderGiven({})
  const charged = chargeTo(
    { ...testServices(), browser },
    { principal: LOCAL_PRINCIPAL, progress: () => {} },
  )
  const { signal } = new AbortController()
  await charged.browser?.render('http://a.test/', { signal, principal: STRANGER })
  expect(browser.requests.map(({ options }) => options.principal)).toEqual([LOCAL_PRINCIPAL])
})
