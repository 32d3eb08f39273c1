import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import APICore from '@readme/api-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'

/** Answers of the server, by a client that knows its document and nothing else. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
type Answer = { status: number; data: any }

/** Calls by the method and the path of a document. */
type Call = (
  method: string,
  path: string,
  body?: Record<string, unknown>,
  metadata?: Record<string, unknown>,
) => Promise<Answer>

const dir = tempDir()
let server: Served

/** What a document says, as far as it matters to which client is made of it. */
interface Described {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, object> } }>>
}

async function documentAt(path: string): Promise<Described> {
  return (await (await fetch(server.url + path)).json()) as Described
}

/** The same without the bodies of JSON that a client prefers to forms. */
function asForms(document: Described): Described {
  const forms = structuredClone(document)
  for (const { requestBody } of Object.values(forms.paths).flatMap((item) => Object.values(item))) {
    delete requestBody?.content['application/json']
  }
  return forms
}

/** The client that a document makes, with what one signs in by. */
function clientOf(document: Described, ...credentials: string[]): Call {
  const client = new APICore(document as unknown as ConstructorParameters<typeof APICore>[0])
  if (credentials.length > 0) client.setAuth(...credentials)
  return async (method, route, body, metadata) =>
    client.fetch(route, method as 'get', body, metadata)
}

beforeAll(async () => {
  server = await serveBellhop(['--data-dir', dir.path])
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

describe('a client from npm that is given nothing but a document', () => {
  test('calls utility routes and those for operators', async () => {
    const call = clientOf(await documentAt('/openapi.json'))
    const converted = await call('post', '/convert', {
      from: 'markdown',
      to: 'html',
      data: '# Lobby',
    })
    expect(converted.data.result).toContain('<h1>Lobby</h1>')
    const code = await call('post', '/qr', { text: 'ring the bell', format: 'svg' })
    expect(JSON.stringify(code.data)).toContain('<svg')
    const ready = await call('get', '/readyz')
    expect([ready.status, ready.data]).toEqual([200, { status: 'ready' }])
  })

  test(
    'calls routes of the chat, with arrays and objects in fields and queries',
    { tags: 'full' },
    async () => {
      const { email, key } = server.owner()
      const document = await documentAt('/api/v1/openapi.json')
      const call = clientOf(document, email, key)
      const callByForm = clientOf(asForms(document), email, key)

      const me = await call('get', '/api/v1/users/me')
      expect(me.data).toMatchObject({ result: 'success', is_owner: true })
      const id = me.data.user_id as number

      const joined = await callByForm('post', '/api/v1/users/me/subscriptions', {
        subscriptions: [{ name: 'lobby & bar', description: 'Where "guests" = wait' }],
      })
      expect(joined.data.subscribed).toEqual({ [String(id)]: ['lobby & bar'] })

      const queue = await call('post', '/api/v1/register', {
        event_types: ['message', 'typing'],
        client_capabilities: { bulk_message_deletion: true },
      })
      expect(queue.data).toMatchObject({ result: 'success', queue_id: expect.any(String) })

      const sent = await callByForm('post', '/api/v1/messages', {
        type: 'channel',
        to: 'lobby & bar',
        topic: 'arrivals',
        content: 'One & two = 3 + é',
      })
      const direct = await call('post', '/api/v1/messages', {
        type: 'direct',
        to: [id],
        content: 'Note to self',
      })
      expect(direct.data.id).toBeGreaterThan(sent.data.id as number)

      const found = await call('get', '/api/v1/messages', undefined, {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: 'lobby & bar' }],
        apply_markdown: false,
      })
      expect(found.data.messages.at(-1)).toMatchObject({
        id: sent.data.id,
        content: 'One & two = 3 + é',
      })

      const events = await call('get', '/api/v1/events', undefined, {
        queue_id: queue.data.queue_id,
        last_event_id: queue.data.last_event_id,
        dont_block: true,
      })
      expect(events.data.events.map(({ type }: { type: string }) => type)).toEqual([
        'message',
        'message',
      ])

      const file = join(dir.path, 'menu.txt')
      writeFileSync(file, 'Soup of the day')
      const uploaded = await call('post', '/api/v1/user_uploads', { file })
      expect(uploaded.data).toMatchObject({ result: 'success', filename: 'menu.txt' })
      const authorization = `Basic ${btoa(`${email}:${key}`)}`
      const read = await fetch(server.url + uploaded.data.url, { headers: { authorization } })
      expect(await read.text()).toBe('Soup of the day')

      const changed = await call(
        'patch',
        '/api/v1/messages/{message_id}',
        { content: 'Four' },
        { message_id: sent.data.id },
      )
      expect(changed.data.result).toBe('success')
      const user = await call('get', '/api/v1/users/{user_id_or_email}', undefined, {
        user_id_or_email: email,
      })
      expect(user.data.user.user_id).toBe(id)
      const left = await call('delete', '/api/v1/users/me/subscriptions', undefined, {
        subscriptions: ['lobby & bar'],
      })
      expect(left.data.removed).toEqual(['lobby & bar'])
    },
  )
})
