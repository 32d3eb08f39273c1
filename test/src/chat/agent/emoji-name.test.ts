import { expect, test } from 'vitest'
import { readEmojiName } from '../../../../src/chat/agent/emoji-name.ts'

test.each([
  ['tada', 'tada'],
  [':+1:', '+1'],
  ['👍', '+1'],
  ['👍🏽', '+1'],
  [' 🎉 ', 'tada'],
  ['❤️', 'heart'],
  ['❤', 'heart'],
  ['#️⃣', 'hash'],
  ['thumbs up', 'thumbs_up'],
  ['Thumbs-Up', 'thumbs_up'],
  [':Party Popper:', 'party_popper'],
  ['White check mark', 'white_check_mark'],
  ['Pi\u00f1ata', 'pi\u00f1ata'],
  ['Pin\u0303ata', 'pi\u00f1ata'],
  ['☑', 'checkbox'],
  ['☑\ufe0f', 'checkbox'],
  ['our_logo', 'our_logo'],
  ['our-logo', 'our-logo'],
  ['', ''],
  ['👍'.repeat(200), '👍'.repeat(200)],
])('%j is the emoji %s', async (written, name) => {
  expect(await readEmojiName(written)).toBe(name)
})

test.each(['👍👎', '👍 great', '🏴🏴🏴'])('%s is not one emoji', async (written) => {
  await expect(readEmojiName(written)).rejects.toMatchObject({
    code: 'invalid_input',
    hint: expect.stringContaining('thumbs_up'),
  })
})
