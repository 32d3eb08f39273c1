import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reader } from '../../../src/chat/kernel/unit-of-work.ts'
import { RENDERED_MAX_BYTES } from '../../../src/chat/limits.ts'
import { renderMessage } from '../../../src/chat/rendering/render-message.ts'
import { startChatWorld } from '../../support/chat-world.ts'
import { HUGE_SETTINGS, hugeMessages } from '../../support/huge-messages.ts'
import { dangersIn } from '../../support/safe-html.ts'

test('whatever a message is made of, its HTML is bounded and safe, and no word of it is lost', async () => {
  await using world = await startChatWorld()
  await fc.assert(
    fc.asyncProperty(hugeMessages, async ({ content, words }) => {
      const options = { settings: HUGE_SETTINGS }
      const { html } = await renderMessage(reader(world.chat), content, options)
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
      expect(words.filter((word) => !html.includes(word))).toEqual([])
      expect(dangersIn(html)).toEqual([])
    }),
    { numRuns: 500 },
  )
})
