// @module-tag full
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bellhop, tempDir } from '../../support/bellhop.ts'
import { EVENT_NOTES_VARIABLE } from '../../support/event-notes.ts'

test('a process of the product notes its chat events, to be judged at the end of the run', async () => {
  using dir = tempDir()
  const folder = process.env[EVENT_NOTES_VARIABLE] ?? ''
  expect(existsSync(folder)).toBe(true)
  const words = ['chat', 'user', 'add', 'noted@example.com', 'Noted', '--data-dir', dir.path]
  expect(await bellhop(words)).toMatchObject({ code: 0 })
  const notes = globSync(join(folder, '*.jsonl')).map((file) => readFileSync(file, 'utf8'))
  expect(notes.join('')).toMatch(/"as":"emitted".*"type":"realm_user".*"full_name":"Noted"/)
})
