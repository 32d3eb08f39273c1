// @module-tag full
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, cleanEnv, type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { CLIENTS, type Elicit, resultText } from '../../support/clients.ts'

const [node, cli] = CLI
const dir = tempDir()
let served: Served
/** Id of the person whose agents all callers here are. */
let owner: { id: number; name: string }

const asOwner = async (path: string, fields?: Record<string, string>) => {
  const { email, key } = served.owner()
  const response = await fetch(`${served.url}/api/v1${path}`, {
    headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads some fields of it.
  return (await response.json()) as Record<string, any>
}

/** What the owner and their agents wrote to each other last. */
async function lastWritten(): Promise<{ id: number; sender_id: number; content: string }[]> {
  const query = 'anchor=newest&num_before=2&num_after=0&apply_markdown=false'
  const narrow = encodeURIComponent('[{"operator":"is","operand":"dm"}]')
  return (await asOwner(`/messages?${query}&narrow=${narrow}`))['messages']
}

beforeAll(async () => {
  served = await serveBellhop(['--data-dir', dir.path])
  const { user_id, full_name } = await asOwner('/users/me')
  owner = { id: user_id, name: full_name }
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

const WAYS = ['stdio', 'HTTP'] as const

describe.each(CLIENTS.flatMap((client) => WAYS.map((way) => [...client, way] as const)))(
  '%s: a question to the person behind it',
  (name, connect, way) => {
    const isNewest = name.includes('2026')
    const ask = async (elicit: Elicit | undefined, input: object = {}) => {
      const target =
        way === 'HTTP'
          ? { url: `${served.url}/mcp` }
          : { command: node, args: [cli, '--data-dir', dir.path], env: cleanEnv() }
      const client = await connect(target, elicit)
      try {
        const question = {
          people: [String(owner.id)],
          question: 'Ship it?',
          choices: ['yes', 'no'],
        }
        const call = { name: 'ask', arguments: { ...question, seconds: 20, ...input } }
        return await client.callTool(call)
      } finally {
        await client.close()
      }
    }

    test('is answered by its form, once', async () => {
      const questions: string[] = []
      const answer = await ask((message, { requestedSchema }) => {
        questions.push(`${message} ${JSON.stringify(requestedSchema)}`)
        return { action: 'accept', content: { answer: 'no' } }
      })
      expect(resultText(answer)).toMatch(new RegExp(`^${owner.name}: no \\[no\\]\nCursor: `))
      expect(questions).toEqual([expect.stringMatching(/^Ship it\? .*"enum":\["yes","no"\]/)])
      const [question, record] = await lastWritten()
      expect(question?.content).toMatch(/^Ship it\?/)
      expect(record?.content).toBe('Answered by form: no')
    })

    test('is declined by its form', async () => {
      expect(resultText(await ask(() => 'decline'))).toContain(
        `${owner.name}: (declined to answer)`,
      )
    })

    test('is answered in the chat, where that comes first or the form is closed', async () => {
      const write = async () => {
        const sender = (await lastWritten()).at(-1)?.sender_id
        const fields = { type: 'direct', to: `[${sender}]`, content: 'yes' }
        expect(await asOwner('/messages', fields)).toMatchObject({ result: 'success' })
      }
      const late = await ask(async (_, { signal }) => {
        await write()
        // The older revisions withdraw a form; in the newest one the chat is looked at once it is filled in.
        if (!isNewest) await once(signal, 'abort')
        return { action: 'accept', content: { answer: 'no' } }
      })
      expect(resultText(late)).toMatch(/^\d+ .*: yes \[yes\]\nCursor/)
      const closed = await ask(async (): Promise<'cancel'> => {
        await write()
        return 'cancel'
      })
      expect(resultText(closed)).toMatch(/^\d+ .*: yes \[yes\]\nCursor/)
    })

    test('is left to the chat by a client without forms, and by a question to a channel', async () => {
      const nobody = await ask(undefined, { seconds: 1 })
      expect(resultText(nobody)).toMatch(/^No answer to message/)
      const forms: string[] = []
      const put: Elicit = (message) => (forms.push(message), 'decline')
      const place = { people: [], channel: 'general', topic: 'ship', seconds: 1 }
      expect(resultText(await ask(put, place))).toMatch(/^No answer to message/)
      expect(forms).toEqual([])
    })
  },
)
