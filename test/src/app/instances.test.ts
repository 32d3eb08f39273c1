import { expect, test } from 'vitest'
import { Instances } from '../../../src/app/instances.ts'
import { onBothDatabases } from '../../support/both-databases.ts'
import { quietLog } from '../../support/store-backend.ts'

await onBothDatabases(({ newLocation, open }) => {
  test('servers on one store find each other while they are there', async () => {
    const store = await open(newLocation())
    let nowMs = 1_000_000
    const parts = { store: async () => store, now: () => new Date(nowMs), log: quietLog }
    const [one, other] = [new Instances(parts), new Instances(parts)]
    await one.join('http://127.0.0.1:8402')
    await other.join('http://0.0.0.0:8403')
    expect(await other.find(one.id)).toBe('http://127.0.0.1:8402')
    expect(await one.find(other.id)).toMatch(/^http:\/\/(?!0\.0\.0\.0).+:8403$/)
    expect(await one.find(one.id)).toBeUndefined()
    expect(await one.find('nobody')).toBeUndefined()
    // Something else may listen there by then.
    nowMs += 61_000
    expect(await other.find(one.id)).toBeUndefined()
    await one.join('http://127.0.0.1:8402')
    expect(await other.find(one.id)).toBe('http://127.0.0.1:8402')
    await one.leave()
    expect(await other.find(one.id)).toBeUndefined()
    await other.leave()
    await store.close()
  })
})
