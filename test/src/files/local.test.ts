import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { localFiles } from '../../../src/files/local.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const KEY = '0123456789abcdef0123456789abcdef'

async function* bytesOf(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part)
}

test('a file arrives in pieces, is kept under its key, read in part, and removed', async () => {
  const { incoming, store } = localFiles(join(folder, 'a'))
  expect(await incoming.size(KEY)).toBe(undefined)
  expect(await incoming.append(KEY, 0, bytesOf('ab', 'cd'))).toBe(4)
  expect(await incoming.append(KEY, 4, bytesOf('ef'))).toBe(6)
  expect(await incoming.size(KEY)).toBe(6)
  await store.keep(KEY, incoming.path(KEY))
  expect(await incoming.size(KEY)).toBe(undefined)
  expect((await buffer(await store.read(KEY))).toString()).toBe('abcdef')
  expect((await buffer(await store.read(KEY, { start: 2, end: 3 }))).toString()).toBe('cd')
  await store.remove(KEY)
  await store.remove(KEY)
  await expect(store.read(KEY)).rejects.toMatchObject({ code: 'unavailable' })
})

test('nobody else on the machine can read it', async () => {
  const at = join(folder, 'b')
  const { incoming, store } = localFiles(at)
  await incoming.append(KEY, 0, bytesOf('x'))
  await store.keep(KEY, incoming.path(KEY))
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  expect(mode(join(at, 'incoming'))).toBe('700')
  expect(mode(join(at, 'kept'))).toBe('700')
  expect(mode(join(at, 'kept', '01'))).toBe('700')
  expect(mode(join(at, 'kept', '01', KEY))).toBe('600')
})

test('what came before the bytes broke off stays', async () => {
  const { incoming } = localFiles(join(folder, 'c'))
  async function* broken() {
    yield Buffer.from('ab')
    throw new Error('the cable is cut')
  }
  await expect(incoming.append(KEY, 0, broken())).rejects.toThrow('the cable is cut')
  expect(readFileSync(incoming.path(KEY), 'utf8')).toBe('ab')
})

describe('keys', () => {
  test.each(['../x', '/etc/passwd', '', 'A'.repeat(32), `${KEY}0`, `../${KEY}`])(
    '%j is none',
    async (key) => {
      const { incoming, store } = localFiles(join(folder, 'd'))
      expect(() => incoming.path(key)).toThrow(TypeError)
      await expect(incoming.size(key)).rejects.toThrow(TypeError)
      await expect(store.read(key)).rejects.toThrow(TypeError)
      await expect(store.remove(key)).rejects.toThrow(TypeError)
    },
  )
})

test('a link in the place of a file is not followed', async () => {
  const { incoming } = localFiles(join(folder, 'e'))
  await incoming.append(KEY, 0, bytesOf('x'))
  await incoming.remove(KEY)
  const target = join(folder, 'target')
  writeFileSync(target, 'safe')
  symlinkSync(target, incoming.path(KEY))
  await expect(incoming.append(KEY, 0, bytesOf('evil'))).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(readFileSync(target, 'utf8')).toBe('safe')
})

test('files that rest are found, others and what is none of ours are not', async () => {
  const { incoming } = localFiles(join(folder, 'f'))
  expect(await incoming.idleSince(new Date())).toEqual([])
  await incoming.append(KEY, 0, bytesOf('x'))
  writeFileSync(join(folder, 'f', 'incoming', 'notes.txt'), 'x')
  expect(await incoming.idleSince(new Date(Date.now() - 10_000))).toEqual([])
  expect(await incoming.idleSince(new Date(Date.now() + 10_000))).toEqual([KEY])
  expect(readdirSync(join(folder, 'f'))).toEqual(['incoming'])
})
