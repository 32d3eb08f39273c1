import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compose, type Composed } from '../../../../src/app/compose.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import type { Place } from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { bindToFile, needsAccount } from '../../../../src/core/run/linked-file.ts'
import { runOperation, validateInput } from '../../../../src/core/run/run.ts'
import { getOwnUser } from '../../../../tools/chat/users/get-own-user.ts'
import { extract } from '../../../../tools/web/extract.ts'
import { pdfToMarkdown } from '../../../../tools/web/pdf-to-markdown.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { renderGiven } from '../../../support/renderer.ts'

const dir = tempDir()
const open: Composed[] = []
afterAll(async () => {
  for (const composed of open) await composed.close()
  dir[Symbol.dispose]()
})

function instanceWith(flags: Readonly<Record<string, string>> = {}): Composed {
  const all = { 'data-dir': `${dir.path}/${open.length}`, 'log-level': 'silent', ...flags }
  const composed = compose(loadConfig({ flags: all, env: {} }), 'silent')
  open.push(composed)
  return composed
}

const { services } = instanceWith()
const { signal } = new AbortController()
const call = { caller: undefined, principal: LOCAL_PRINCIPAL, signal, progress: () => {} }
const LINKS = [
  '/user_uploads/2/ab/a.txt',
  'chat://file/2/ab/a.txt',
  'http://127.0.0.1:8402/user_uploads/2/ab/a.txt',
]

/** A place where nothing runs, and what came to it. */
function placeThatIsSeen(): { place: Place; seen: string[] } {
  const seen: string[] = []
  return {
    seen,
    place: async ({ name }, { input }) => {
      seen.push(`${name} ${String(input['url'])}`)
      throw new Error('elsewhere')
    },
  }
}

describe.each(LINKS)('%s', (url) => {
  test.each([extract, pdfToMarkdown])('is read here, wherever $name runs', async (operation) => {
    const { place, seen } = placeThatIsSeen()
    const running = runOperation(
      asTool(operation),
      { url },
      { ...call, services: { ...services, place } },
    )
    await expect(running).rejects.toMatchObject({ code: 'not_found', message: 'File not found.' })
    expect(seen).toEqual([])
    const page = { url: 'https://example.com/a.txt' }
    const there = runOperation(asTool(operation), page, {
      ...call,
      services: { ...services, place },
    })
    await expect(there).rejects.toThrow('elsewhere')
    expect(seen).toHaveLength(1)
  })

  test('is refused by the route of the same operation', async () => {
    const running = runOperation(extract, { url }, { ...call, services })
    await expect(running).rejects.toMatchObject({
      code: url.startsWith('http') ? 'url_not_allowed' : 'invalid_input',
    })
  })

  test('is looked for before anything is paid', async () => {
    const options = { lookup: true, principal: LOCAL_PRINCIPAL }
    const checking = validateInput(asTool(extract), { url }, { services, signal }, options)
    await expect(checking).rejects.toMatchObject({ code: 'not_found' })
  })

  test('needs an account, as nothing else that the tool reads does', () => {
    expect(needsAccount(asTool(extract), { url }, services)).toBe(true)
    expect(needsAccount(extract, { url }, services)).toBe(false)
    expect(needsAccount(asTool(extract), { url: 'https://example.com/' }, services)).toBe(false)
    expect(needsAccount(asTool(extract), { url: [url] }, services)).toBe(false)
    expect(needsAccount(asTool(getOwnUser), {}, services)).toBe(true)
  })

  test('is a link of nothing where the chat is switched off, and makes no account', async () => {
    const { services: off } = instanceWith({ chat: 'off' })
    expect(
      await off.accounts.actorOf({ caller: undefined, program: 'test', isLocal: true }),
    ).toBeUndefined()
    const running = runOperation(asTool(extract), { url }, { ...call, services: off })
    await expect(running).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('without a chat'),
    })
  })
})

test('without an account nothing is looked up', async () => {
  const { services: fresh } = instanceWith({ 'data-dir': join(dir.path, 'fresh') })
  const running = runOperation(asTool(extract), { url: LINKS[0] }, { ...call, services: fresh })
  await expect(running).rejects.toMatchObject({ code: 'not_found' })
  expect(existsSync(join(dir.path, 'fresh'))).toBe(false)
})

test('what else a tool takes is what its route takes', async () => {
  const tool = asTool(extract)
  for (const url of ['ftp://example.com/', 'no address', '/etc/passwd', 'chat://channel/1', 7]) {
    const running = runOperation(tool, { url }, { ...call, services })
    await expect(running).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect(tool.input.shape['url'].parse('https://example.com/')).toBe('https://example.com/')
})

test('a file leads nowhere: its call fetches nothing else', async () => {
  const [link = ''] = LINKS
  const fetched: string[] = []
  const file = {
    url: 'http://127.0.0.1:8402/user_uploads/2/ab/a.txt',
    read: async () => {
      const { url } = file
      return { url, status: 200, headers: {}, body: Buffer.from('x'), complete: true, hops: 0 }
    },
  }
  const { fetch, browser } = await bindToFile(link, {
    services: {
      ...services,
      browser: renderGiven({}),
      files: { names: () => true, open: async () => file },
      fetch: async (url) => {
        fetched.push(url)
        throw new Error('dialled')
      },
    },
    actor: undefined,
    signal,
  })
  expect(browser).toBeUndefined()
  expect(String((await fetch(link, { signal })).body)).toBe('x')
  await expect(fetch('https://example.com/', { signal })).rejects.toMatchObject({
    code: 'unsupported_content',
  })
  expect(fetched).toEqual([])
})
