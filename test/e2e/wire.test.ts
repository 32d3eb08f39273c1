// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bellhop, CLI, cleanEnv, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { type Answer, ask, callWith, CONVERT, type Era, WIRE_CASES } from '../support/wire-cases.ts'

/** Sorts answers by their ids, which may come in any. */
function sorted(answers: readonly Answer[]): Answer[] {
  return answers.toSorted(([one], [other]) => one.localeCompare(other))
}

/** The answer that a message is; the id as it is written, since some are no numbers of ours. */
function readAnswer(text: string): Answer {
  const message = JSON.parse(text) as { id: unknown; error?: { code: number } }
  const written = /"id":(-?[\d.e]+|"(?:[^"\\]|\\.)*"|null)/.exec(
    message.error
      ? text.replace(/"data":\{.*\}/, '')
      : text.replace(/"result":\{.*\},"jsonrpc"/, ''),
  )?.[1]
  return [written ?? JSON.stringify(message.id), message.error?.code ?? 'ok']
}

const initialize = (era: Era) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 'first',
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: era },
    },
  })

/** A stack in a log. */
const STACK = /"stack"|\bat .+:\d+:\d+/

/** The program on stdin and stdout. */
function startStdio() {
  const dir = tempDir()
  const child = spawn(CLI[0], [CLI[1], '--data-dir', dir.path], {
    env: cleanEnv(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let stderr = ''
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  return {
    child,
    lines,
    stderr: () => stderr,
    end: async () => {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.stdin.end()
        await exited
      }
      dir[Symbol.dispose]()
      return child.exitCode
    },
  }
}

describe.each(['2025', '2026'] as const)('over stdio, %s', (era) => {
  let server: ReturnType<typeof startStdio>
  beforeAll(() => {
    server = startStdio()
    if (era === '2025') server.child.stdin.write(`${initialize(era)}\n`)
  })
  afterAll(async () => server.end())

  test.each(WIRE_CASES)('$name', async ({ name, text, answers, over = {} }) => {
    const wanted = (era === '2026' && over['any 2026']) || answers
    const { lines, child } = server
    const start = lines.length
    const end = `"end of ${name}"`
    child.stdin.write(`${text(era)}\n${ask(era, end)}\n`)
    await vi.waitFor(() => {
      const heard = lines.slice(start).map(readAnswer)
      const own = heard.filter(([id]) => id !== '"first"' && !id.startsWith('"end of '))
      expect(heard.map(([id]) => id)).toContain(end)
      expect(sorted(own)).toEqual(sorted(wanted))
    })
  })

  test('each refusal is one line of the log, without a stack', () => {
    expect(server.stderr()).toContain('no JSON')
    expect(server.stderr()).not.toMatch(STACK)
  })
})

test.each([
  ['with the end of its line', '\n'],
  ['without', ''],
])('over stdio, a last message %s is answered', async (_, end) => {
  const server = startStdio()
  server.child.stdin.write(`${initialize('2025')}\n`)
  server.child.stdin.end(callWith('2025', CONVERT) + end)
  await once(server.child, 'exit')
  expect(server.lines.map(readAnswer)).toEqual([
    ['"first"', 'ok'],
    ['1', 'ok'],
  ])
  expect(await server.end()).toBe(0)
})

/** An answer over HTTP. */
interface HttpAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** Sends a request with no headers but those given: `fetch` adds an Accept header. */
async function send(
  url: string,
  body: string | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
    })
    sending.once('error', reject)
    sending.end(body)
  })
}

const JSON_BODY = { 'content-type': 'application/json' }
const BOTH = 'application/json, text/event-stream'

/** Headers that a 2026 client sends beside a message. */
function modernHeaders(text: string): Record<string, string> {
  const method = /"method":"([^"]+)"/.exec(text)?.[1] ?? 'ping'
  const name = method === 'tools/call' ? /"name":"(convert|none)"/.exec(text)?.[1] : undefined
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  }
}

/** The messages of an answer, in whichever form it is. */
function messagesOf({ body, headers }: HttpAnswer): string[] {
  if (body === '') return []
  if (!headers['content-type']?.includes('text/event-stream')) {
    const parsed: unknown = JSON.parse(body)
    return Array.isArray(parsed) ? parsed.map((one) => JSON.stringify(one)) : [body]
  }
  return [...body.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data)
}

describe('over HTTP', () => {
  let server: Served
  let session: Record<string, string>
  beforeAll(async () => {
    server = await serveBellhop()
    const opened = await send(`${server.url}/mcp`, initialize('2025'), JSON_BODY)
    session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) }
  })
  afterAll(async () => server[Symbol.asyncDispose]())

  const KINDS = [
    ['2025, in a session', '2025', () => session],
    ['2025, without a session', '2025', () => ({})],
    ['2026', '2026', modernHeaders],
  ] as const

  describe.each(KINDS)('%s', (_, era, headersFor) => {
    test.each(WIRE_CASES)('$name', async ({ name, text, answers, over = {} }) => {
      const sent = text(era)
      const headers = { ...JSON_BODY, accept: BOTH, ...headersFor(sent) }
      const answer = await send(`${server.url}/mcp`, sent, headers)
      const modern = era === '2026' ? (over['http 2026'] ?? over['any 2026']) : undefined
      const wanted = modern ?? over.http ?? answers
      expect(sorted(messagesOf(answer).map(readAnswer)), name).toEqual(sorted(wanted))
      expect(answer.status === 202).toBe(wanted.length === 0)
    })

    test.each([
      [BOTH, era === '2026' ? 'application/json' : 'text/event-stream'],
      ['*/*', 'application/json'],
      ['application/json', 'application/json'],
      ['application/*;q=0.8', 'application/json'],
      ['text/event-stream', era === '2026' ? 'application/json' : 'text/event-stream'],
      ['text/html', 'application/json'],
      [undefined, 'application/json'],
    ])('Accept: %s is answered by %s', async (accept, type) => {
      const text = ask(era, '1')
      const accepts = accept === undefined ? {} : { accept }
      const headers = { ...JSON_BODY, ...accepts, ...headersFor(text) }
      const answer = await send(`${server.url}/mcp`, text, headers)
      expect(answer.headers['content-type']).toContain(type)
      expect(messagesOf(answer).map(readAnswer)).toEqual([['1', 'ok']])
    })
  })

  test('the answers to a batch for one who takes JSON are a list', async () => {
    const text = `[${ask('2025', '1')},${ask('2025', '2')}]`
    const accepts = { ...JSON_BODY, accept: 'application/json', ...session }
    const { body } = await send(`${server.url}/mcp`, text, accepts)
    expect(JSON.parse(body)).toHaveLength(2)
  })

  test.each([
    ['GET', 'without a session', () => ({}), 405, 'POST'],
    ['GET', 'of an unknown session', () => ({ 'mcp-session-id': 'none' }), 404, undefined],
    ['DELETE', 'without a session', () => ({}), 400, undefined],
    ['PUT', 'of a session', () => session, 405, 'GET, POST, DELETE'],
  ] as const)('%s %s is refused', async (method, _, headersFor, status, allow) => {
    for (const path of ['/mcp', '/mcp/']) {
      const answer = await send(`${server.url}${path}`, undefined, headersFor(), method)
      expect([answer.status, answer.headers['allow']]).toEqual([status, allow])
    }
  })

  test('a refusal is one line of the log, without a stack', async () => {
    await send(`${server.url}/mcp`, '{}', JSON_BODY)
    await send(`${server.url}/mcp`, ask('2025', '1'), { 'content-type': 'text/plain' })
    await vi.waitFor(() => expect(server.stderr()).toContain('an MCP request was refused'))
    expect(server.stderr()).not.toMatch(STACK)
  })

  test('a slash after the address changes nothing', async () => {
    const answer = await send(`${server.url}/mcp/`, ask('2025', '1'), JSON_BODY)
    expect(messagesOf(answer).map(readAnswer)).toEqual([['1', 'ok']])
  })

  test('a session is heard by whoever accepts anything', async () => {
    for (const accept of ['*/*', 'text/event-stream', undefined]) {
      const opened = await send(`${server.url}/mcp`, initialize('2025'), JSON_BODY)
      const own = { 'mcp-session-id': String(opened.headers['mcp-session-id']) }
      const response = await fetch(`${server.url}/mcp`, {
        headers: { ...own, ...(accept === undefined ? {} : { accept }) },
      })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      await response.body?.cancel()
    }
  })
})

test('who comes without credentials is told of no error, and who shows wrong ones is', async () => {
  await using server = await serveBellhop([
    '--allowed-hosts',
    'bellhop.example.com',
    '--oauth',
    'off',
  ])
  const challenge = async (path: string, headers: Record<string, string> = {}) =>
    String(
      (await send(`${server.url}${path}`, ask('2025', '1'), { ...JSON_BODY, ...headers })).headers[
        'www-authenticate'
      ],
    )
  for (const path of ['/mcp', '/convert']) {
    expect(await challenge(path)).toMatch(/^Bearer realm=/)
    expect(await challenge(path)).not.toContain('error')
    const wrong = { authorization: 'Bearer wrong' }
    expect(await challenge(path, wrong)).toContain('error="invalid_token"')
  }
})

test('behind a proxy of this machine, an allowed name is the public address, and lets programs in', async () => {
  await using server = await serveBellhop(['--allowed-hosts', 'bellhop.example.com'])
  const host = { host: 'bellhop.example.com' }
  const refused = await send(`${server.url}/mcp`, ask('2025', '1'), { ...JSON_BODY, ...host })
  expect(refused.status).toBe(401)
  expect(refused.headers['www-authenticate']).toContain(
    'resource_metadata="https://bellhop.example.com/.well-known/oauth-protected-resource/mcp"',
  )
  const path = '/.well-known/oauth-authorization-server'
  const described = await send(`${server.url}${path}`, undefined, host, 'GET')
  expect(JSON.parse(described.body)).toMatchObject({ issuer: 'https://bellhop.example.com' })
})

test('a link for a person leads to the server that was started last, wherever it listens', async () => {
  using dir = tempDir()
  const folder = ['--data-dir', dir.path]
  for (const _ of [1, 2]) {
    await using server = await serveBellhop(folder)
    const { stdout } = await bellhop(['chat', 'link', ...folder])
    expect(stdout).toContain(`${server.url}/`)
  }
})

test('a refused call is told once, on stdout', async () => {
  const { code, stderr, stdout } = await bellhop(['call', 'convert', 'data=a', 'from=none'])
  expect(code).toBe(1)
  expect(stdout).toContain('invalid_input')
  expect(stderr).toBe('')
})
