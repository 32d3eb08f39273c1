import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ArchiveReport, importArchive } from '../../src/chat/moving/import-archive.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { DiskSpace } from '../../src/lib/disk-space.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { tempDir } from './bellhop.ts'
import { startChatWorld } from './chat-world.ts'
import { makeMattermostArchive } from './mattermost-archive.ts'
import { makePublicArchive } from './public-archive.ts'
import { seededRandom } from './seeded-random.ts'
import { makeSlackArchive } from './slack-archive.ts'
import { quietLog } from './store-backend.ts'
import { zipOf } from './zip.ts'

const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

const REFUSALS = new Set(['unparsable', 'unsupported_content', 'too_large'])

/** The fault of an outcome; undefined for a refusal by name, and for a report that counts every message. */
function faultOf(outcome: unknown): unknown {
  if (outcome instanceof OperationError) return REFUSALS.has(outcome.code) ? undefined : outcome
  if (outcome instanceof Error) return outcome
  const { messagesFound, messagesLeftOut, brought } = outcome as ArchiveReport
  return (brought['messages'] ?? 0) + messagesLeftOut === messagesFound ? undefined : outcome
}

/** Who makes archives of which damage is tried, and how. */
export const DAMAGED_FORMATS = [
  ['Slack', makeSlackArchive],
  ['Mattermost', makeMattermostArchive],
  ['the public server', makePublicArchive],
] as const

/**
 * Tries archives of one maker with random bytes in them, in every second one inside its files: each is counted whole, or refused
 * by name.
 */
export async function expectDamageNamed(
  make: (typeof DAMAGED_FORMATS)[number][1],
  archives: number,
): Promise<void> {
  await using world = await startChatWorld()
  for (let seed = 1; seed <= archives; seed += 1) {
    using dir = tempDir()
    const random = seededRandom(seed)
    const spoil = (bytes: Buffer) => {
      const spoiled = Buffer.from(bytes)
      const count = 1 + Math.floor(random() * 4)
      for (let at = 0; at < count; at += 1) {
        spoiled[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      }
      return spoiled
    }
    const { files } = make(seed)
    const isInside = seed % 2 === 0
    const inner = Object.entries(files).map(([name, content]): [string, Buffer] => [
      name,
      isInside ? spoil(Buffer.from(content)) : Buffer.from(content),
    ])
    const zip = zipOf(Object.fromEntries(inner))
    const path = join(dir.path, 'archive.zip')
    writeFileSync(path, isInside ? zip : spoil(zip))
    const outcome = await importArchive({
      chat: world.chat,
      sandbox,
      path,
      folder: dir.path,
      disk: new DiskSpace({ folder: dir.path, reserveBytes: 0 }),
      openStore: async (at) => openSqlite({ path: at, log: quietLog }),
      isTrial: true,
    }).catch((thrown: unknown) => thrown)
    expect(faultOf(outcome), `seed ${seed}`).toBeUndefined()
  }
}
