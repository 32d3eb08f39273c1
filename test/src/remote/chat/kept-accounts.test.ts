import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Secret } from '../../../../src/lib/secret.ts'
import {
  type AccountSources,
  requireAccount,
  forgetAccount,
  keepAccount,
} from '../../../../src/remote/chat/kept-accounts.ts'
import { formatZuliprc, parseZuliprc } from '../../../../src/remote/chat/zuliprc.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { canaries } from '../../../support/canaries.ts'

const url = 'https://chat.example.com'
const found = async (folder: string, sources: Partial<AccountSources> = {}) => {
  const none = { url, email: undefined, key: undefined, zuliprc: undefined, folder }
  const { email, key } = await requireAccount({ ...none, ...sources })
  return [email, key.reveal()]
}

test('an account is kept for its owner only, found by its server, and forgotten', async () => {
  using dir = tempDir()
  const folder = join(dir.path, 'chat-servers')
  const key = new Secret(canaries().chatKey)
  const path = await keepAccount(folder, url, { email: 'ada@example.com', key })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await found(folder)).toEqual(['ada@example.com', canaries().chatKey])
  await expect(found(folder, { url: 'https://other.example.com' })).rejects.toMatchObject({
    code: 'unauthorized',
    hint: expect.stringContaining('bellhop chat login'),
  })
  await keepAccount(folder, url, { email: 'bob@example.com', key })
  expect((await found(folder))[0]).toBe('bob@example.com')
  expect(readdirSync(folder)).toHaveLength(1)
  expect(await forgetAccount(folder, url)).toBe(true)
  expect(await forgetAccount(folder, url)).toBe(false)
  await expect(found(folder)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('the configuration wins over the file that it names, that over the last login', async () => {
  using dir = tempDir()
  const account = { email: 'kept@example.com', key: new Secret('kept') }
  await keepAccount(dir.path, url, account)
  const zuliprc = join(dir.path, 'zuliprc')
  writeFileSync(zuliprc, formatZuliprc({ email: 'rc@example.com', key: 'rc', site: `${url}/` }))
  expect(await found(dir.path)).toEqual(['kept@example.com', 'kept'])
  expect(await found(dir.path, { zuliprc })).toEqual(['rc@example.com', 'rc'])
  const key = new Secret('env')
  expect(await found(dir.path, { zuliprc, key })).toEqual(['rc@example.com', 'env'])
  expect(await found(dir.path, { zuliprc, key, email: 'e@x' })).toEqual(['e@x', 'env'])
})

test('a key is never used at another server than its file is for', async () => {
  using dir = tempDir()
  const zuliprc = join(dir.path, 'zuliprc')
  for (const site of ['https://evil.example.com', 'http://chat.example.com', 'nonsense']) {
    writeFileSync(zuliprc, formatZuliprc({ email: 'a@x', key: canaries().chatKey, site }))
    await expect(found(dir.path, { zuliprc })).rejects.toThrow('another server')
  }
})

test('a file that cannot be read is told of, without its content', async () => {
  using dir = tempDir()
  const zuliprc = join(dir.path, 'nowhere')
  await expect(found(dir.path, { zuliprc })).rejects.toThrow('cannot be read')
  mkdirSync(join(dir.path, 'chat.example.com.zuliprc'))
  await expect(found(dir.path)).rejects.toThrow('cannot be read')
})

test.each([
  ['[api]\nemail=a@x\nkey=k\nsite=s\n', { email: 'a@x', key: 'k', site: 's' }],
  ['\uFEFF# c\r\n[api]\r\n; c\r\nEmail = a@x\r\nkey: k=v\r\n', { email: 'a@x', key: 'k=v' }],
  ['[other]\nkey=x\n[api]\nkey=k\n[more]\nkey=y', { key: 'k' }],
  ['key=x', {}],
  ['[api]\nkey=\n=x\nnothing', {}],
])('a zuliprc file is read as its clients write it: %j', (text, expected) => {
  expect(parseZuliprc(text)).toEqual(expected)
})

test('what is kept can be read by other clients', async () => {
  using dir = tempDir()
  const key = new Secret('k')
  const path = await keepAccount(dir.path, 'http://127.0.0.1:8402', { email: 'a@x', key })
  expect(readFileSync(path, 'utf8')).toBe('[api]\nemail=a@x\nkey=k\nsite=http://127.0.0.1:8402\n')
})
