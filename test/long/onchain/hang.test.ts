import { expect, it } from 'vitest'
import { callWith } from '../../support/call.ts'
import { startRpcProxy } from '../../support/rpc-proxy.ts'

const signal = new AbortController().signal

it('answers 502 within eight seconds when four endpoints hang, after one request to each at most', async () => {
  const hanging = await Promise.all(
    Array.from({ length: 4 }, async () => startRpcProxy('http://127.0.0.1:9/', () => true)),
  )
  await using caller = callWith({
    onChain: { endpoints: { ethereum: hanging.map(({ url }) => url) } },
  })
  const onchain = await caller.services.onchain()
  const question = { address: `0x${'11'.repeat(20)}`, network: 'ethereum', tokens: [] } as const
  // Loads what the engine needs: that takes its time on a busy machine.
  await onchain.balances({ ...question, address: '0x' }, signal).catch(() => {})
  const startedAt = performance.now()
  await expect(onchain.balances(question, signal)).rejects.toMatchObject({
    code: 'upstream_failed',
    status: 502,
  })
  expect(performance.now() - startedAt).toBeLessThan(8000)
  for (const { requests, close } of hanging) {
    expect(requests.length).toBeLessThanOrEqual(1)
    await close()
  }
})
