import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepOwnerKey, ownerKeyFile } from '../../../../src/app/compose/owner-key-file.ts'
import { tempDir } from '../../../support/bellhop.ts'

const owner = { email: 'owner@localhost', key: 'k'.repeat(32) }

test.each([false, true])(
  'the key is kept for its user alone; only a terminal is told where: %s',
  async (isTerminal) => {
    using dir = tempDir()
    const folder = join(dir.path, 'new')
    const file = ownerKeyFile(folder)
    expect(await file.read()).toBeUndefined()
    const message = await keepOwnerKey(file, owner, { isTerminal })
    expect(await file.read()).toEqual(owner)
    expect(statSync(file.path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['owner.key'])
    expect(message).toContain('`bellhop chat user key`')
    expect(message).not.toContain(owner.key)
    expect(message.includes(file.path)).toBe(isTerminal)
  },
)

test('a file of an earlier chat is replaced, whoever could read it', async () => {
  using dir = tempDir()
  const file = ownerKeyFile(dir.path)
  writeFileSync(file.path, 'old')
  chmodSync(file.path, 0o644)
  expect(await file.read()).toBeUndefined()
  await keepOwnerKey(file, owner, { isTerminal: false })
  expect(await file.read()).toEqual(owner)
  expect(statSync(file.path).mode & 0o777).toBe(0o600)
})

test('where it cannot be written, the operator is told so, and not the key', async () => {
  using dir = tempDir()
  const taken = join(dir.path, 'file')
  writeFileSync(taken, '')
  for (const isTerminal of [false, true]) {
    const message = await keepOwnerKey(ownerKeyFile(join(taken, 'data')), owner, { isTerminal })
    expect(message).toContain('(ENOTDIR)')
    expect(message).toContain('`bellhop chat user key owner@localhost` makes another')
    expect(message).not.toContain(owner.key)
  }
})
