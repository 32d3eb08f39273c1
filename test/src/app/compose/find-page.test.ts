import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compose } from '../../../../src/app/compose.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { startPageServer } from '../../../support/page-server.ts'

/** Finds the pages of an instance with these flags; the address in its data folder is what another process wrote there. */
async function pagesOf(flags: Record<string, string>, written?: string, listensAt?: string) {
  using dir = tempDir()
  const folder = join(dir.path, 'data')
  if (written !== undefined) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'server.url'), `${written}\n`)
  }
  const config = loadConfig({
    flags: { 'log-level': 'silent', 'data-dir': folder, ...flags },
    env: {},
  })
  const { chat, close } = compose(config, 'silent')
  if (listensAt !== undefined) chat.listensAt(listensAt)
  try {
    return [await chat.findPage('wallet'), await chat.findPage('account')]
  } finally {
    await close()
  }
}

test('pages are those of a server that runs, here or beside', async () => {
  await using beside = await startPageServer({ '/healthz': { body: '{"status":"ok"}' } })
  await using other = await startPageServer({})
  const at = (origin: string) => [`${origin}/#owner/money`, `${origin}/#agents`]
  const none = [undefined, undefined]
  expect(await pagesOf({})).toEqual(none)
  expect(await pagesOf({}, beside.origin)).toEqual(at(beside.origin))
  expect(await pagesOf({}, other.origin)).toEqual(none)
  expect(await pagesOf({}, 'http://127.0.0.1:1')).toEqual(none)
  expect(await pagesOf({}, 'file:///etc/passwd')).toEqual(none)
  expect(await pagesOf({}, undefined, 'http://127.0.0.1:9')).toEqual(at('http://127.0.0.1:9'))
  expect(await pagesOf({ 'public-url': 'https://a.example' })).toEqual(at('https://a.example'))
  expect(await pagesOf({ chat: 'off' }, beside.origin)).toEqual(none)
  const there = 'https://chat.example'
  expect(await pagesOf({ chat: there }, beside.origin)).toEqual([undefined, there])
})
