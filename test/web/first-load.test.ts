import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addChannel } from '../../src/chat/channels/add-channel.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { send } from '../../src/chat/messages/send/send-message.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { openWebPeople } from '../support/web-people.ts'

const CHANNELS_COUNT = 300
const UNREAD_COUNT = 10_000
const TOGETHER = 100
const FIRST_LOAD_MAX_BYTES = 150 * 1_024

test('with 300 channels and 10,000 unread messages, the page and its data fit their budget', async () => {
  await using people = await openWebPeople(emptyDesk)
  const { world } = people
  const ada = await people.add('Ada Byron')
  const bob = await world.add('Bob')
  await writeChat(world.chat, async (unit) => {
    for (let index = 0; index < CHANNELS_COUNT; index += 1) {
      await addChannel(world.chat, unit, {
        name: `channel number ${index}`,
        description: `What is said of subject ${index}`,
        creator: world.owner.user,
        subscribers: [ada.user, bob.user],
        is_private: index % 10 === 0,
        has_shared_history: true,
      })
    }
  })
  const actor = { user: bob.user, client: 'test' }
  for (let sent = 0; sent < UNREAD_COUNT; sent += TOGETHER) {
    await Promise.all(
      Array.from({ length: TOGETHER }, async (_, index) => {
        const channel = `channel number ${(sent + index * 7) % CHANNELS_COUNT}`
        const topic = `topic ${(sent * 3 + index) % 40}`
        await send(world.chat, actor, { to: { channel, topic }, content: 'x' })
      }),
    )
  }
  const { page } = await people.visit('ada.byron@example.com')
  let bytes = 0
  page.on('response', (response) => {
    // Packed as for other machines: this browser is on the server's own.
    void response.body().then(
      (body) => (bytes += gzipSync(body).byteLength),
      () => undefined,
    )
  })
  await page.goto(`${people.url}/#recent`)
  bytes = 0
  await page.reload()
  await page.locator('table.recent tbody tr').first().waitFor()
  await page.waitForTimeout(2_000)
  expect(bytes).toBeGreaterThan(40_000)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES)
})
