import { expect, test } from 'vitest'
import { OWNER_ANSWER_MAX_SECONDS } from '../../../src/chat/messages/send/ask-owner.ts'
import { callPaid, ConsentStage } from '../../support/owner-consent.ts'

test('what the owner answers nothing to, or too late, is not paid', async () => {
  await using stage = await ConsentStage.open()
  const agent = await stage.connect()
  const owner = stage.device()
  const bot = await stage.botId()
  const { isError, content } = await callPaid(agent, 'late', 2 * OWNER_ANSWER_MAX_SECONDS * 1_000)
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('consent')])
  await owner.whisper(bot, '1')
  expect(await stage.moved()).toEqual([0, 0])
  // The late word answers no later question either.
  const { done } = await owner.willAnswer(undefined, 0, '2')
  expect((await callPaid(agent, 'again')).isError).toBe(true)
  await done
  expect(await stage.moved()).toEqual([0, 0])
})
