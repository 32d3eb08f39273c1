import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { McpClient } from '../../support/clients.ts'
import { CALL_PRICE, callPaid, ConsentStage } from '../../support/owner-consent.ts'

let stage: ConsentStage
let agent: McpClient
/** Calls that were paid so far. */
let paid = 0

beforeAll(async () => {
  stage = await ConsentStage.open()
})
beforeEach(async () => {
  agent = await stage.connect()
})
afterAll(async () => stage[Symbol.asyncDispose]())

const expectPaid = async (calls: number) => {
  paid += calls
  expect(await stage.moved()).toEqual([paid * CALL_PRICE, paid * CALL_PRICE])
}

// The owner who says nothing is in test/long/pay.

test('what the owner accepts is paid, once', async () => {
  const { done } = await stage.device().willAnswer(undefined, 0, '1')
  const { isError, structuredContent } = await callPaid(agent, 'accepted')
  await done
  expect([isError ?? false, structuredContent?.['result']]).toEqual([
    false,
    expect.stringContaining('accepted'),
  ])
  await expectPaid(1)
})

test('what the owner declines is not paid', async () => {
  const { done } = await stage.device().willAnswer(undefined, 0, '2')
  const { isError, content } = await callPaid(agent, 'declined')
  await done
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('declined')])
  await expectPaid(0)
})

test('an agent that writes “approve” and “1” itself, to the bot, the owner and both, has answered nothing', async () => {
  const owner = stage.device()
  const { done: answered } = await owner.willAnswer(undefined, 0, 'Wait, what is this?')
  const call = callPaid(agent, 'impostor')
  await answered
  const written: boolean[] = []
  for (const people of [['Notification Bot'], ['Owner'], ['Owner', 'Notification Bot']]) {
    for (const content of ['approve', '1', 'Pay']) {
      const message = { name: 'send_message', arguments: { people, content } }
      written.push((await agent.callTool(message)).isError !== true)
    }
  }
  expect(written.filter(Boolean).length).toBeGreaterThanOrEqual(6)
  await expectPaid(0)
  await owner.whisper(await stage.botId(), 'No')
  const { isError, content } = await call
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('declined')])
  await expectPaid(0)
})

test('the question is on two devices, and the first choice from either counts', async () => {
  const [phone, desk] = [stage.device(), stage.device()]
  const onPhone = await phone.willAnswer(undefined, 0, 'I am looking at it')
  const atDesk = await desk.willAnswer(undefined, 0, 'yes')
  const call = callPaid(agent, 'two devices')
  await Promise.all([onPhone.done, atDesk.done])
  const { isError } = await call
  await phone.whisper(await stage.botId(), '2')
  expect(isError ?? false).toBe(false)
  await expectPaid(1)
})
