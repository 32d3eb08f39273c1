import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { startChatWorld } from '../../support/chat-world.ts'
import { mountSmallDisk, resizeDisk, unmountDisk } from '../../support/small-disk.ts'
import { quietLog } from '../../support/store-backend.ts'

const DISK_MB = 4
const disk = mountSmallDisk(DISK_MB)

test.skipIf(!disk)(
  'a really full disk refuses messages clearly, lets people read, and is over with room',
  async () => {
    const folder = disk ?? ''
    const store = await openSqlite({ path: join(folder, 'store.db'), log: quietLog })
    try {
      await using world = await startChatWorld({ store })
      const alice = await world.add('Alice')
      const queue = await alice.register({ event_types: ['message'] })
      const sent: number[] = []
      const refusals: unknown[] = []
      for (let n = 0; refusals.length < 50; n += 1) {
        const content = `${n} ${'x'.repeat(5_000)}`
        const place = { type: 'channel', to: 'general', topic: 't' }
        const answer = await alice.post('/messages', { ...place, content })
        if (answer.result === 'success') sent.push(Number(answer['id']))
        else refusals.push(answer)
      }
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
      }
      // So late that the poll would store that the client was here, if it could.
      world.pass(60)
      const heard = async () => (await alice.events(queue)).map((event) => event['message'].id)
      expect(await heard()).toEqual(sent)
      expect(await alice.get(`/messages/${sent[0]}`)).toMatchObject({ result: 'success' })
      resizeDisk(folder, 4 * DISK_MB)
      sent.push(await alice.say('room'))
      expect(await heard()).toEqual(sent)
      await store.check({ deep: true })
      console.log(`${sent.length} messages stored, ${refusals.length} refused on a full disk`)
    } finally {
      await store.close()
      unmountDisk(folder)
    }
  },
)
