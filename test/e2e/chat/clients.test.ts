import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bellhop, type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'

/** Requests byte by byte, as existing clients of the public API write them. */

const dir = tempDir()
let server: Served
let owner: string
let robot: string
let robotKey: string

beforeAll(async () => {
  server = await serveBellhop(['--data-dir', dir.path])
  const { email, key } = server.owner()
  owner = btoa(`${email}:${key}`)
  const bot = ['helper-bot@org.example.com', 'Helper', email, '--data-dir', dir.path]
  const added = await bellhop(['chat', 'user', 'bot', ...bot])
  robotKey = /API key: (\S+)/.exec(added.stdout)?.[1] ?? ''
  robot = btoa(`helper-bot@org.example.com:${robotKey}`)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

/** Sends bytes on a connection of its own; returns status and body when the server has closed it. */
async function speak(head: string, body = ''): Promise<{ status: number; body: string }> {
  const { hostname, port, host } = new URL(server.url)
  const socket = createConnection(Number(port), hostname)
  const lines = [...head.trim().split(/\n\s*/), `Host: ${host}`, 'Connection: close']
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk)
  const [top = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(top)?.[1]), body: rest.join('\r\n\r\n') }
}

/** Sends a form as it is written. */
async function send(form: string, headers = '', credentials = robot): Promise<unknown> {
  const { body } = await speak(
    `POST /api/v1/messages HTTP/1.1
    Authorization: Basic ${credentials}
    Content-Type: application/x-www-form-urlencoded
    Content-Length: ${Buffer.byteLength(form)}
    ${headers || 'Accept: */*'}`,
    form,
  )
  return JSON.parse(body)
}

/** The newest message as the owner sees it. */
async function newest(): Promise<Record<string, unknown>> {
  const query = 'anchor=newest&num_before=1&num_after=0&apply_markdown=false'
  const headers = { authorization: `Basic ${owner}` }
  const response = await fetch(`${server.url}/api/v1/messages?${query}`, { headers })
  const { messages } = (await response.json()) as { messages: Record<string, unknown>[] }
  return messages.at(-1) ?? {}
}

test('keys are what clients take for one: 32 letters and digits', () => {
  expect(robotKey).toMatch(/^[A-Z\d]{32}$/i)
})

test('HTTP/1.0, and credentials in the spellings that libraries have', async () => {
  const schemes = [`Basic ${owner}`, `basic ${owner}`, `BASIC   ${owner.replace(/=+$/, '')}`]
  for (const [index, authorization] of schemes.entries()) {
    const { status, body } = await speak(
      `GET /api/v1/users/me HTTP/1.${index === 0 ? 0 : 1}
      Authorization: ${authorization}`,
    )
    expect([status, body]).toEqual([200, expect.stringContaining('"is_owner":true')])
  }
})

test('a notifier that sends to channels and addresses, with and without a subject', async () => {
  const agent = 'User-Agent: Apprise'
  expect(await send('subject=Disk+full&content=99%25&type=stream&to=general', agent)).toMatchObject(
    {
      result: 'success',
    },
  )
  expect(await newest()).toMatchObject({ subject: 'Disk full', content: '99%', client: 'Apprise' })
  expect(await send('subject=&content=x&type=stream&to=general', agent)).toMatchObject({ msg: '' })
  expect(await newest()).toMatchObject({ subject: 'general chat' })
  const direct = 'subject=Disk&content=direct&type=private&to=owner%40localhost'
  expect(await send(direct, agent)).toMatchObject({ result: 'success' })
  expect(await newest()).toMatchObject({ type: 'private', content: 'direct', subject: '' })
})

test('destinations as names, ids, JSON texts, lists and rows with commas', async () => {
  for (const to of ['general', '1', '"general"', '["general"]', '[1]']) {
    const form = new URLSearchParams({ type: 'stream', topic: to, to, content: 'x' })
    expect(await send(String(form))).toMatchObject({ result: 'success' })
    expect(await newest()).toMatchObject({ display_recipient: 'general', subject: to })
  }
  const people = ['owner@localhost', '["owner@localhost"]', 'owner@localhost, owner@localhost', '1']
  for (const [index, to] of people.entries()) {
    const form = new URLSearchParams({ type: 'private', to, content: `to ${index}` })
    expect(await send(String(form))).toMatchObject({ result: 'success' })
    expect(await newest()).toMatchObject({ type: 'private', content: `to ${index}` })
  }
})

test('a program that names itself in the form, and a body in chunks', async () => {
  const form = 'client=API:%20Node&type=stream&to=general&topic=t&content=null'
  expect(await send(form, 'User-Agent: node')).not.toHaveProperty('ignored_parameters_unsupported')
  expect(await newest()).toMatchObject({ client: 'API: Node', content: 'null' })
  const { status } = await speak(
    `POST /api/v1/messages HTTP/1.1
    Authorization: Basic ${robot}
    Content-Type: application/x-www-form-urlencoded; charset=utf-8
    Transfer-Encoding: chunked`,
    '16\r\ntype=stream&to=general\r\n18\r\n&topic=t&content=h%C3%A9\r\n0\r\n\r\n',
  )
  expect([status, (await newest())['content']]).toEqual([200, 'hé'])
})

test('a file under the name of its path, without a name for its field', async () => {
  const body =
    '--b1\r\nContent-Disposition: form-data; name="/tmp/notes.txt"; filename="notes.txt"\r\n\r\n' +
    'noted\r\n--b1--\r\n'
  const answer = await speak(
    `POST /api/v1/user_uploads HTTP/1.1
    Authorization: Basic ${robot}
    Content-Type: multipart/form-data; boundary=b1
    Content-Length: ${body.length}`,
    body,
  )
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('/notes.txt"')])
})

test('a client with a wrong key learns what the server is, then that the key is wrong', async () => {
  const authorization = `Authorization: Basic ${btoa('owner@localhost:wrong')}`
  const settings = await speak(`GET /api/v1/server_settings HTTP/1.1\n${authorization}`)
  expect([settings.status, settings.body]).toEqual([
    200,
    expect.stringContaining('zulip_feature_level'),
  ])
  const { status, body } = await speak(`GET /api/v1/users/me HTTP/1.1\n${authorization}`)
  expect([status, JSON.parse(body)]).toMatchObject([401, { result: 'error', code: 'UNAUTHORIZED' }])
})
