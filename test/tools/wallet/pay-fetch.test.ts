import { expect, test } from 'vitest'
import { payFetch } from '../../../tools/wallet/pay-fetch.ts'
import { callWith } from '../../support/call.ts'
import { canaries } from '../../support/canaries.ts'
import { startPageServer } from '../../support/page-server.ts'
import { instanceWith } from '../../support/wallet-services.ts'

const key = canaries().key

test('pay_fetch asks a host that the owner has named, and no other', async () => {
  await using server = await startPageServer({
    '/a': { headers: { 'content-type': 'text/plain' }, body: 'free' },
  })
  const flags = { 'pay-hosts': server.origin.slice('http://'.length), 'allow-hosts': '127.0.0.1' }
  await using instance = instanceWith(flags, key)
  expect(await instance.call(payFetch, { url: `${server.origin}/a` })).toEqual({
    url: `${server.origin}/a`,
    status: 200,
    contentType: 'text/plain',
    text: 'free',
  })
  const elsewhere = instance.call(payFetch, { url: 'http://127.0.0.1:1/' })
  await expect(elsewhere).rejects.toMatchObject({ fields: { reason: 'host_not_allowed' } })
})

test('pay_fetch takes one price, one method and one type, as they are written', async () => {
  await using instance = instanceWith({}, key)
  for (const odd of [
    { maxPrice: '-1' },
    { maxPrice: '1e9' },
    { method: 'CONNECT' },
    { contentType: 'text/plain\r\nx-evil: 1' },
    { url: 'file:///etc/passwd' },
  ]) {
    const pending = instance.call(payFetch, { url: 'https://a.example/', ...odd })
    await expect(pending).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('pay_fetch says where there is no wallet', async () => {
  await using without = callWith()
  await expect(without.call(payFetch, { url: 'https://a.example/' })).rejects.toMatchObject({
    code: 'unavailable',
  })
})
