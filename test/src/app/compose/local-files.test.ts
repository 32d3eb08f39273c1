import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compose } from '../../../../src/app/compose.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { needsAccount } from '../../../../src/core/run/linked-file.ts'
import { runOperation } from '../../../../src/core/run/run.ts'
import { extract } from '../../../../tools/web/extract.ts'
import { tempDir } from '../../../support/bellhop.ts'

const dir = tempDir()
mkdirSync(`${dir.path}/open`)
writeFileSync(`${dir.path}/open/a.txt`, 'Words of a file.')
const roots = { 'read-roots': `${dir.path}/open` }
const composedWith = (more: Readonly<Record<string, string>>) => {
  const flags = { 'data-dir': `${dir.path}/data`, 'log-level': 'silent', ...more }
  return compose(loadConfig({ flags, env: {} }), 'silent')
}
const composed = composedWith(roots)
afterAll(async () => {
  await composed.close()
  dir[Symbol.dispose]()
})

const url = `${dir.path}/open/a.txt`
const call = {
  caller: undefined,
  principal: LOCAL_PRINCIPAL,
  signal: new AbortController().signal,
  progress: () => {},
}

describe('files of this machine', () => {
  test('are read by the services of a client on stdio, and take no account', async () => {
    const services = composed.localServices()
    expect(needsAccount(asTool(extract), { url }, services)).toBe(false)
    const output = await runOperation(asTool(extract), { url }, { ...call, services })
    expect(output).toMatchObject({
      url: `file://${url}`,
      markdown: expect.stringContaining('Words of a file.'),
    })
  })

  test('are read by no others, whatever roots there are', async () => {
    const { services } = composed
    const running = runOperation(asTool(extract), { url }, { ...call, services })
    await expect(running).rejects.toMatchObject({ code: 'invalid_input' })
    const byRoute = runOperation(extract, { url }, { ...call, services: composed.localServices() })
    await expect(byRoute).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('are not read without roots, which the error names', async () => {
    await using none = Object.assign(composedWith({}), {
      async [Symbol.asyncDispose]() {
        await none.close()
      },
    })
    const running = runOperation(
      asTool(extract),
      { url },
      { ...call, services: none.localServices() },
    )
    await expect(running).rejects.toMatchObject({
      code: 'url_not_allowed',
      hint: expect.stringContaining('--read-roots'),
    })
  })

  test('are not read where another organization beside this one keeps its own', async () => {
    const others = ['data/owner.key', 'data/organizations/b/owner.key', 'up/organizations/b/kept']
    for (const path of others) {
      mkdirSync(dirname(`${dir.path}/${path}`), { recursive: true })
      writeFileSync(`${dir.path}/${path}`, 'Words of another one.')
    }
    const a = composedWith({
      'read-roots': dir.path,
      'database-url': 'postgres://localhost/x',
      'database-schema': 'a',
      'upload-store': `${dir.path}/up`,
    })
    const services = a.localServices()
    for (const path of others) {
      const input = { url: `${dir.path}/${path}` }
      const running = runOperation(asTool(extract), input, { ...call, services })
      await expect(running, path).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(
      runOperation(asTool(extract), { url }, { ...call, services }),
    ).resolves.toBeDefined()
    await a.close()
  })

  test('roots are whole paths', () => {
    expect(() => composedWith({ 'read-roots': 'Documents' })).toThrow('--read-roots')
  })
})
