import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import connectZulip, { type Client } from 'zulip-js'
import { bellhop, type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'

const dir = tempDir()
let server: Served
let owner: Client
beforeAll(async () => {
  server = await serveBellhop()
  const { email: username, key: apiKey } = server.owner()
  owner = await connectZulip({ username, apiKey, realm: server.url })
  const { password } = canaries()
  await owner.callEndpoint('/users', 'POST', { email: 'ada@x.com', full_name: 'Ada', password })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

const run = async (args: readonly string[], input = '') =>
  bellhop([...args, '--data-dir', dir.path], { input })
const doctor = async () => {
  const { stdout } = await run(['doctor', '--chat', server.url])
  const findings = stdout.split('\n').filter(Boolean)
  return findings
    .map((line) => JSON.parse(line) as { check: string })
    .find(({ check }) => check === 'chat')
}

test(
  'signing in with a password keeps the account, and doctor knows it until it is forgotten',
  { tags: 'full' },
  async () => {
    expect(await doctor()).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('bellhop chat login'),
    })
    const signedIn = await run(['chat', 'login', server.url], `ada@x.com\n${canaries().password}\n`)
    expect(signedIn).toMatchObject({ code: 0, stderr: '' })
    expect(signedIn.stdout).toContain(`Signed in as Ada (ada@x.com), feature level 496.`)
    expect(signedIn.stdout).toContain(`--chat ${server.url}`)
    const [file = ''] = readdirSync(join(dir.path, 'chat-servers'))
    const path = join(dir.path, 'chat-servers', file)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const key = /^key=(.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? ''
    expect(key).toMatch(/^[a-z\d]{32}$/i)
    expect(signedIn.stdout).not.toContain(key)
    expect(await doctor()).toEqual({
      check: 'chat',
      status: 'ok',
      detail: `Ada (ada@x.com) at ${server.url}, feature level 496`,
    })
    const called = await run(['call', 'get_own_user', '--chat', server.url])
    expect(JSON.parse(called.stdout)).toMatchObject({ name: 'Ada' })

    // The key itself may be typed too.
    await run(['chat', 'logout', server.url])
    expect(await doctor()).toMatchObject({ status: 'fail' })
    const again = await run(['chat', 'login', `${server.url}/api/v1/`], `ada@x.com\r\n${key}\r\n`)
    expect(again.code).toBe(0)
    expect(await doctor()).toMatchObject({ status: 'ok' })
    const out = await run(['chat', 'logout', server.url])
    expect(out.stdout).toContain('is forgotten here')
    expect((await run(['chat', 'logout', server.url])).stdout).toContain('No account')
  },
)

test.each([
  [['chat', 'login'], '', /takes the address/],
  [['chat', 'login', 'here'], '', /takes the address/],
  [['chat', 'login', 'http://chat.example.com'], '', /https/],
  [['chat', 'login', 'https://a:b@chat.example.com'], '', /without an account/],
  [['chat', 'login', 'ftp://chat.example.com'], '', /address of a chat server/],
])('%j says what is wrong', async (args, input, words) => {
  const { code, stderr } = await run(args, input)
  expect(code).toBe(2)
  expect(stderr).toMatch(words)
})

test('a wrong password keeps nothing', { tags: 'full' }, async () => {
  const wrong = 'w'.repeat(32)
  const { code, stderr } = await run(['chat', 'login', server.url], `ada@x.com\n${wrong}\n`)
  expect(code).toBe(2)
  expect(stderr).toContain('The chat server refused')
  expect(stderr).not.toContain(wrong)
  const empty = await run(['chat', 'login', server.url], '\n')
  expect(empty.stderr).toContain('needs an e-mail address')
  expect(await doctor()).toMatchObject({ status: 'fail' })
})

test('the command tells how it is used', async () => {
  const { stdout, code } = await bellhop(['chat', '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('chat login <address>')
  expect(stdout).toContain('chat user add')
})

test('accounts of another server are not administered from here', async () => {
  const { code, stderr } = await run(['chat', 'user', 'list', '--chat', server.url])
  expect(code).toBe(2)
  expect(stderr).toContain('The team chat is at another server.')
})
