import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Chat } from '../../../../src/chat/kernel/types.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { MESSAGE_MAX_CHARS } from '../../../../src/chat/limits.ts'
import { findNewestMessageId } from '../../../../src/chat/messages/access.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { LEFT_OUT_FILE } from '../../../../src/chat/moving/rows.ts'
import { convertSlack } from '../../../../src/chat/moving/slack/convert-slack.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { seeds } from '../../../support/full.ts'
import { makeSlackArchive } from '../../../support/slack-archive.ts'

const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

/** Counts of what was left out that is no row of a day. */
const NO_ROWS = /^exact times|^reactions|^people without/

test('each row of an archive is a message or left out by name, with its text', async () => {
  await using world = await startChatWorld()
  const { chat } = world
  for (let seed = 1; seed <= seeds(6, 200); seed += 1) {
    using dir = tempDir()
    const { files, rowCount, words } = makeSlackArchive(seed)
    for (const [name, content] of Object.entries(files)) {
      const path = join(dir.path, 'slack', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(content))
    }
    const folder = await convertSlack(join(dir.path, 'slack'), join(dir.path, 'converted'))
    const newest = await findNewestMessageId(reader(chat))
    const { leftOut } = await importChat({ chat, sandbox, folder, fingerprint: `${seed}` })
    const texts = await contentsAfter(chat, newest)
    expect(
      words.filter((word) => !texts.some((text) => text.includes(word))),
      `seed ${seed}`,
    ).toEqual([])
    const left = Object.entries(leftOut).filter(([reason]) => !NO_ROWS.test(reason))
    // Each row with a word is a message, and a long one several.
    expect(sumOf(left.map(([, count]) => count)) + words.length, `seed ${seed}`).toBe(rowCount)
    const reasons = new Set(leftOutOf(folder).map(({ reason }) => reason))
    expect([...reasons].filter((reason) => !(reason in leftOut))).toEqual([])
    expect(texts.join(' ')).not.toContain('nobody may read this')
    expect(texts.every((text) => text.length <= MESSAGE_MAX_CHARS)).toBe(true)
  }
})

const sumOf = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

async function contentsAfter(chat: Chat, id: number): Promise<string[]> {
  const found = chat.store.db.selectFrom('chat_message').select('content').where('id', '>', id)
  return (await found.execute()).map(({ content }) => content)
}

function leftOutOf(folder: string): { reason: string }[] {
  const path = join(folder, LEFT_OUT_FILE)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { reason: string })
}
