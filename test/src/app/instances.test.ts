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

  test('a server that keeps uploads elsewhere than another one is refused while that is there', async () => {
    const store = await open(newLocation())
    let nowMs = 1_000_000
    const parts = { store: async () => store, now: () => new Date(nowMs), log: quietLog }
    const [here, alike, elsewhere, without] = ['a', 'a', 'b', undefined].map(
      (mark) => new Instances({ ...parts, files: mark === undefined ? mark : async () => mark }),
    ) as [Instances, Instances, Instances, Instances]
    await here.join('http://127.0.0.1:8402')
    await alike.join('http://127.0.0.1:8403')
    await without.join('http://127.0.0.1:8404')
    await expect(elsewhere.join('http://127.0.0.1:8405')).rejects.toThrow(
      /^the server at http:\/\/127\.0\.0\.1:840[23] uses the same database and keeps uploads elsewhere/,
    )
    expect(await here.find(elsewhere.id)).toBeUndefined()
    // One that is gone without a word counts for a minute.
    nowMs += 61_000
    await elsewhere.join('http://127.0.0.1:8405')
    await expect(here.join('http://127.0.0.1:8402')).rejects.toThrow(/elsewhere/)
    for (const one of [here, alike, elsewhere, without]) await one.leave()
    await store.close()
  })
})
