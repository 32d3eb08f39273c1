// @module-tag full
import { expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import {
  configuredQuotas,
  loadQuotas,
  setQuotas,
} from '../../../../src/chat/organization/quotas.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { sendBytes } from '../../../support/upload-space.ts'

const MIB = 1024 * 1024

test('quotas are lowered and given back, and never pass those of the configuration', async () => {
  const files = { maxMib: 4, quotaMib: 10, accountQuotaMib: 0 }
  await using world = await startChatWorld({ files, messageQuotaMib: 5 })
  const { chat } = world
  const inForce = async () => loadQuotas(chat, reader(chat))
  const configured = { uploads: 10, uploadsPerAccount: 0, messagesPerAccount: 5 }
  expect([configuredQuotas(chat), await inForce()]).toEqual([configured, configured])
  await setQuotas(chat, { uploads: 4, uploadsPerAccount: 3 })
  await setQuotas(chat, { messagesPerAccount: 2 })
  expect(await inForce()).toEqual({ uploads: 4, uploadsPerAccount: 3, messagesPerAccount: 2 })
  await expect(setQuotas(chat, { uploads: 11 })).rejects.toThrow('10 MiB at most')
  // Where the operator sets none, any will do.
  await setQuotas(chat, { uploads: 0, uploadsPerAccount: 1_000 })
  expect(await inForce()).toEqual({ uploads: 10, uploadsPerAccount: 1_000, messagesPerAccount: 2 })
})

test('uploads and messages are held to them', async () => {
  const files = { maxMib: 4, quotaMib: 100, accountQuotaMib: 100 }
  await using world = await startChatWorld({ files, messageQuotaMib: 100 })
  const { chat, owner } = world
  const ada = await world.add('Ada')
  const isSent = async (who = owner) =>
    (await sendBytes(world, who, 1_500_000, { isAnnounced: true })).status === 200
  const sends = async () =>
    (await ada.post('/messages', { type: 'direct', to: [ada.id], content: 'x'.repeat(9_000) }))
      .status === 200
  expect([await isSent(), await sends()]).toEqual([true, true])
  await setQuotas(chat, { uploadsPerAccount: 2, messagesPerAccount: 1 })
  expect([await isSent(), await isSent(ada)]).toEqual([false, true])
  await setQuotas(chat, { uploads: 3, uploadsPerAccount: 0 })
  expect(await isSent(ada)).toBe(false)
  // Messages go by what was read not long ago.
  world.pass(10)
  let count = 1
  while (await sends()) count += 1
  expect(count * 18_000).toBeGreaterThan(MIB - 50_000)
  expect(count * 18_000).toBeLessThan(MIB + 50_000)
  await setQuotas(chat, { messagesPerAccount: 0 })
  world.pass(10)
  expect(await sends()).toBe(true)
})
