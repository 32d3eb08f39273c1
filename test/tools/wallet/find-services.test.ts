import { expect, test } from 'vitest'
import { findServices } from '../../../tools/wallet/find-services.ts'
import { callWith } from '../../support/call.ts'
import { startPageServer } from '../../support/page-server.ts'
import { instanceWith } from '../../support/wallet-services.ts'

test('find_services asks the directory that the owner has named', async () => {
  const resource = 'https://api.example.com/weather'
  await using server = await startPageServer({
    '/discovery/search': { body: JSON.stringify({ resources: [{ resource }] }) },
  })
  await using instance = instanceWith({
    bazaar: server.origin,
    'allow-hosts': '127.0.0.1',
    remote: 'https://bellhop.example.com',
  })
  expect(await instance.call(findServices, { query: 'weather' })).toEqual({
    services: [{ url: resource, host: 'api.example.com', description: '', usd: null }],
  })
})

test('find_services says where no directory is named, and where there is no wallet', async () => {
  await using instance = instanceWith({ remote: 'https://bellhop.example.com' })
  await expect(instance.call(findServices, { query: 'a' })).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('--bazaar') as string,
  })
  await using without = callWith()
  await expect(without.call(findServices, { query: 'a' })).rejects.toMatchObject({
    code: 'unavailable',
  })
})
