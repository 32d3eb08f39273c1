import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { recognizeArchive } from '../../../../src/chat/moving/recognize.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** Writes files into a new folder, and recognizes it. */
async function recognized(files: Readonly<Record<string, string>>) {
  using dir = tempDir()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir.path, name)), { recursive: true })
    writeFileSync(join(dir.path, name), content)
  }
  const found = await recognizeArchive(dir.path)
  return { kind: found.format?.name ?? 'public', root: found.root.slice(dir.path.length) }
}

test.each([
  [{ 'realm.json': '{}' }, 'public', ''],
  [{ 'export/realm.json': '{}', '.whole': '' }, 'public', '/export'],
  [{ 'users.json': '[]', 'channels.json': '[]' }, 'Slack', ''],
  [{ 'team/users.json': '[]', 'team/dms.json': '[]', '__MACOSX/x': '' }, 'Slack', '/team'],
  [{ 'org_users.json': '[]', 'groups.json': '[]' }, 'Slack', ''],
  [{ 'import.jsonl': '{"type": "version", "version": 1}\n' }, 'Mattermost', ''],
  [
    { 'x/export.json': '\uFEFF{"version":1,"type":"version"}\n{"type":"team"}' },
    'Mattermost',
    '/x',
  ],
])('%j is of a kind that is imported', async (files, kind, root) => {
  expect(await recognized(files)).toEqual({ kind, root })
})

test.each([
  [{ 'data.jsonl': '{"type":"version","version":2}\n' }, 'This is no archive of a chat.'],
  [
    { 'data.jsonl': '{"type":"version","version":1}\n{"type":"agent"}' },
    'This is no archive of a chat.',
  ],
  [{ 'rocketchat_message.bson': '' }, 'This is an archive of Rocket.Chat.'],
  [{ 'users.csv': '', 'channels.csv': '' }, 'This is an archive of Rocket.Chat.'],
  [
    { 'account/user.json': '', 'messages/index.json': '', 'servers/i': '' },
    'an archive of Discord',
  ],
  [{ 'messages.json': '{}', 'endpoints.json': '{}' }, 'an archive of Microsoft Teams'],
  [{ 'result.json': '{}' }, 'an archive of Telegram'],
  [{ 'users.json': '[]' }, 'This is no archive of a chat.'],
  [{ 'notes.txt': 'x', 'photo.jpg': '' }, 'This is no archive of a chat.'],
  [{ 'lines.jsonl': '{"type": "post"}\n' }, 'This is no archive of a chat.'],
  [{}, 'This is no archive of a chat.'],
])('%j is refused by name, with what to do', async (files, message) => {
  await expect(recognized(files as Record<string, string>)).rejects.toMatchObject({
    code: 'unsupported_content',
    message: expect.stringContaining(message) as string,
    hint: expect.stringContaining('.zip of a Slack export') as string,
  })
})

test('an archive of random bytes is refused', async () => {
  using dir = tempDir()
  const random = seededRandom(5)
  for (const name of ['a.zip', 'a.tar.gz']) {
    for (let size = 0; size < 3_000; size += 199) {
      const path = join(dir.path, name)
      writeFileSync(
        path,
        Uint8Array.from({ length: size }, () => random() * 256),
      )
      const folder = join(dir.path, 'unpacked')
      const disk = new DiskSpace({ folder: dir.path, reserveBytes: 0 })
      const opened = unpackArchive(path, folder, disk).then(async () => recognizeArchive(folder))
      await expect(opened, `${name} of ${size} bytes`).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:unparsable|unsupported_content)$/) as string,
      })
    }
  }
})
