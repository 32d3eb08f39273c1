import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Chat } from '../../src/chat/kernel/types.ts'
import { reader } from '../../src/chat/kernel/unit-of-work.ts'
import { MESSAGE_MAX_CHARS } from '../../src/chat/limits.ts'
import { findNewestMessageId } from '../../src/chat/messages/access.ts'
import { importArchive } from '../../src/chat/moving/import-archive.ts'
import { DiskSpace } from '../../src/lib/disk-space.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { tempDir } from './bellhop.ts'
import { type ChatWorld, startChatWorld } from './chat-world.ts'
import type { MadeArchive } from './made-archive.ts'
import { makeMattermostArchive } from './mattermost-archive.ts'
import { makeConvertedArchive, makeOldServerArchive } from './mattermost-producers.ts'
import { makePublicArchive } from './public-archive.ts'
import { makeSlackArchive } from './slack-archive.ts'
import { quietLog } from './store-backend.ts'
import { zipOf } from './zip.ts'

const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

/** Archives that are brought into one chat, one after another. */
const SEEDS_PER_WORLD = 10

/** Counts of what is no text, and so in no file. */
const NO_TEXT = /^exact times of messages, which have (?:their day|that of one beside)/

/** How a text that is counted as left out may still be a message: only a part of it is not brought. */
const IN_PART =
  /^(?:exact times|ends of|earlier versions|pins of|files and pictures|reactions|followers)/

/** Who makes archives, and how. */
export const FORMATS: readonly [string, (seed: number) => MadeArchive][] = [
  ['Slack', makeSlackArchive],
  ['Mattermost', makeMattermostArchive],
  ['Mattermost, by old servers', makeOldServerArchive],
  ['Mattermost, by converters', makeConvertedArchive],
  ['the public server', makePublicArchive],
]

/** Imports archives of one maker, each as a trial and then for good: every message is brought, or left out by name. */
export async function expectNothingLost(
  make: (seed: number) => MadeArchive,
  count: number,
): Promise<void> {
  await using worlds = new AsyncDisposableStack()
  let world: ChatWorld | undefined
  for (let seed = 1; seed <= count; seed += 1) {
    // A trial copies all that earlier imports have brought: with that of some, not of all.
    if (seed % SEEDS_PER_WORLD === 1) world = undefined
    world ??= worlds.use(await startChatWorld())
    const { chat } = world
    using dir = tempDir()
    const { files, rowCount, words, lostWords = [] } = make(seed)
    const path = join(dir.path, 'archive')
    writeFileSync(path, zipOf(files))
    const newest = await findNewestMessageId(reader(chat))
    const run = async (isTrial: boolean) => {
      const { leftOutPath, ...report } = await importArchive({
        chat,
        sandbox,
        path,
        folder: dir.path,
        disk: new DiskSpace({ folder: dir.path, reserveBytes: 0 }),
        // Nothing that a disk would have to keep.
        openStore: async () => openSqlite({ path: ':memory:', log: quietLog }),
        isTrial,
      })
      return { ...report, lines: linesOf(leftOutPath) }
    }
    const tried = await run(true)
    expect(await contentsAfter(chat, newest)).toEqual([])
    const done = await run(false)
    expect(done, `seed ${seed}`).toEqual(tried)
    const { messagesFound, messagesLeftOut, brought, leftOut, lines } = done
    expect(messagesFound, `seed ${seed}`).toBe(rowCount)
    expect((brought['messages'] ?? 0) + messagesLeftOut, `seed ${seed}`).toBe(rowCount)
    const texts = await contentsAfter(chat, newest)
    const further = brought['further parts of messages that were too long for one'] ?? 0
    expect(texts.length, `seed ${seed}`).toBe((brought['messages'] ?? 0) + further)
    const missing = words.filter((word) => !texts.some((text) => text.includes(word)))
    expect(missing, `seed ${seed}`).toEqual([])
    const inFile = countBy(lines.map(({ reason }) => reason))
    const counted = Object.entries(leftOut).filter(([reason]) => !NO_TEXT.test(reason))
    expect(inFile, `seed ${seed}`).toEqual(Object.fromEntries(counted))
    const lost = JSON.stringify(lines)
    expect(
      lostWords.filter((word) => !lost.includes(word)),
      `seed ${seed}`,
    ).toEqual([])
    expect(texts.join(' ')).not.toContain('nobody may read this')
    expect(texts.every((text) => text.length <= MESSAGE_MAX_CHARS)).toBe(true)
    const whole = lines.filter(({ reason }) => !IN_PART.test(reason))
    const twice = words.filter((word) => JSON.stringify(whole).includes(word))
    expect(twice, `seed ${seed}`).toEqual([])
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  )
}

async function contentsAfter(chat: Chat, id: number): Promise<string[]> {
  const found = chat.store.db.selectFrom('chat_message').select('content').where('id', '>', id)
  return (await found.execute()).map(({ content }) => content)
}

function linesOf(path: string | undefined): { reason: string }[] {
  if (path === undefined || !existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { reason: string })
}
