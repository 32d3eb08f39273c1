import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MANIFEST, readManifest } from '../../../src/app/backup/manifest.ts'
import { unpackArchive } from '../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../src/lib/disk-space.ts'
import { bellhop, cleanEnv, CLI, ownerIn, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { readExport, writeExport } from '../../support/chat-export.ts'
import { startPostgres } from '../../support/postgres.ts'

const SIZE = { people: 20, channels: 12, messages: 2_000, files: 10, fileBytes: 20_000, seed: 31 }

/** Lives of the imports that are killed, in milliseconds. */
const LIVES_MS = [900, 1_500, 1_200, 1_800, 2_500]

async function exported(folder: string, data: readonly string[], name: string, env = {}) {
  const path = join(folder, `${name}.tar.gz`)
  const { code, stderr } = await bellhop(['chat', 'export', path, ...data], { env })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const to = join(folder, name)
  await unpackArchive(path, to, new DiskSpace({ folder, reserveBytes: 0 }))
  return readExport(join(to, 'export'))
}

/** Digests of the tables and files in a backup. */
async function heldBy(path: string, folder: string) {
  const to = `${path} unpacked`
  await unpackArchive(path, to, new DiskSpace({ folder, reserveBytes: 0 }))
  const { tables, members } = readManifest(readFileSync(join(to, MANIFEST), 'utf8'))
  return { tables, members }
}

test('a team moves in while programs are killed, is backed up while it talks, and moves on to Postgres', async () => {
  using dir = tempDir()
  const source = join(dir.path, 'source')
  writeExport(source, SIZE)
  const whole = readExport(source)
  const data = ['--data-dir', join(dir.path, 'data')]
  // A chat that is killed between its making and the file with its owner's key gets another by the command line: not the matter here.
  expect((await bellhop(['chat', 'user', 'key', ...data])).code).toBe(0)
  for (const lifeMs of LIVES_MS) {
    const child = spawn(process.execPath, [CLI[1], 'chat', 'import', source, ...data], {
      env: cleanEnv(),
      stdio: 'ignore',
    })
    const gone = once(child, 'exit')
    await sleep(lifeMs)
    child.kill('SIGKILL')
    await gone
  }
  const { stdout, code } = await bellhop(['chat', 'import', source, ...data])
  expect(code).toBe(0)
  expect(stdout).toMatch(/2000 {2}messages/)
  const moved = await exported(dir.path, data, 'moved')
  expect(moved).toMatchObject({
    messages: whole.messages,
    flags: whole.flags,
    reactions: whole.reactions,
    attachments: whole.attachments,
  })

  await using server = await serveBellhop([...data, '--chat-rate-limits', 'off'])
  const { email, key } = ownerIn(join(dir.path, 'data'))
  const say = async (content: string) =>
    fetch(`${server.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
      body: new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content }),
    })
  const send = async (text: string) => {
    const body = new FormData()
    body.append('filename', new File([text], 'a.txt'))
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
    return fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body })
  }
  const hush = new AbortController()
  const talking = (async () => {
    let said = 0
    while (!hush.signal.aborted) said += (await say(`word ${said}`)).ok ? 1 : 0
    return said
  })()
  const sending = (async () => {
    let sent = 0
    while (!hush.signal.aborted) sent += (await send(`file ${sent}`)).ok ? 1 : 0
    return sent
  })()
  const backup = join(dir.path, 'all.tar.gz')
  expect(await bellhop(['backup', backup, ...data])).toMatchObject({ code: 0 })
  hush.abort()
  const said = await talking
  expect(said).toBeGreaterThan(0)
  expect(await sending).toBeGreaterThan(0)

  await using postgres = await startPostgres()
  expect(postgres).toBeDefined()
  const env = { BELLHOP_DATABASE_URL: postgres?.newUrl() ?? '' }
  const there = ['--data-dir', join(dir.path, 'there')]
  expect(await bellhop(['restore', backup, ...there], { env })).toMatchObject({ code: 0 })
  expect(existsSync(join(dir.path, 'there', 'owner.key'))).toBe(true)
  // A backup of what was restored has the same digest of each table and each file.
  const again = join(dir.path, 'again.tar.gz')
  expect(await bellhop(['backup', again, ...there], { env })).toMatchObject({ code: 0 })
  const held = await Promise.all([backup, again].map(async (path) => heldBy(path, dir.path)))
  expect(Object.keys(held[0]?.tables ?? {}).length).toBeGreaterThan(40)
  expect(held[1]).toEqual(held[0])

  const after = await exported(dir.path, there, 'after', env)
  const words = after.messages.slice(whole.messages.length).map(({ content }) => content)
  expect(after.messages.slice(0, whole.messages.length)).toEqual(whole.messages)
  expect(words).toEqual(words.map((_, index) => `word ${index}`))
})
