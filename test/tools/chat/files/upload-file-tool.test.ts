import { describe, expect, test } from 'vitest'
import type { Services } from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { uploadFile } from '../../../../tools/chat/files/upload-file.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { fetchPath, PNG } from '../../../support/chat-uploads.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'
import { createLocalFetch } from '../../../support/local-fetch.ts'
import { testServices } from '../../../support/operations.ts'
import { startPageServer } from '../../../support/page-server.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** Calls the tool as the owner of a world does over MCP. */
async function call(
  world: ChatWorld,
  input: object,
  services: Partial<Services> = {},
): Promise<string> {
  const output = await asTool(uploadFile).run({
    input,
    services: { ...testServices(), chat: async () => world.chat, ...services },
    caller: undefined,
    principal: LOCAL_PRINCIPAL,
    actor: { user: world.owner.user, client: 'test' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    progress: () => {},
  })
  return output['markdown'] as string
}

test('a model gets a link that it can put into a message', async () => {
  verifies('chat:4.6:uploads:markdown')
  await using world = await startChatWorld()
  const markdown = await call(world, {
    filename: 'notes [v1] *new* & `x` $$y$$ ~~z~~.md',
    text: '# Hi',
  })
  expect(markdown).toMatch(
    /^\[notes v1 .+\]\(\/user_uploads\/1\/[\w-]{32}\/notes-v1-_new_-x-y-z\.md\)$/,
  )
  const id = await world.owner.say(markdown)
  const { message } = ok(await world.owner.get(`/messages/${id}`))
  // The ampersand is the only sign that HTML itself writes differently.
  expect(message.content).toContain('>notes v1 _new_ &amp; `x` $$y$$ ~~z~~.md</a>')
  const [, path = ''] = /\((.*)\)/.exec(markdown) ?? []
  expect(await (await fetchPath(world, world.owner, path)).text()).toBe('# Hi')
  expect(ok(await world.owner.get('/attachments'))['attachments'][0].message_ids).toEqual([id])
})

test('bytes come as Base64 of either kind, with line ends and without padding', async () => {
  await using world = await startChatWorld()
  for (const base64 of ['+/+/AA==', '-_-_AA', '+/+/\nAA']) {
    const markdown = await call(world, { filename: 'x.bin', base64 })
    const [, path = ''] = /\((.*)\)/.exec(markdown) ?? []
    const served = await fetchPath(world, world.owner, path)
    expect(Buffer.from(await served.arrayBuffer()).toString('hex')).toBe('fbffbf00')
  }
})

test('what a public address holds is uploaded byte by byte', async () => {
  await using world = await startChatWorld()
  await using pages = await startPageServer({
    '/cat.png': { headers: { 'content-type': 'text/html' }, body: PNG },
  })
  const fetch = createLocalFetch({
    userAgent: 'test',
    log: quietLog,
    allowHosts: [`${pages.host}:${pages.port}`],
  })
  const markdown = await call(world, { filename: 'cat.png', url: `${pages.url}cat.png` }, { fetch })
  const [, path = ''] = /\((.*)\)/.exec(markdown) ?? []
  const served = await fetchPath(world, world.owner, path)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(Buffer.compare(Buffer.from(await served.arrayBuffer()), PNG)).toBe(0)
  const none = call(world, { filename: 'x', url: `${pages.url}none` }, { fetch })
  await expect(none).rejects.toThrow('The address answered with status 404.')
})

describe('what is refused', () => {
  test.each([
    [{ filename: 'x' }, 'Give one of text, base64 and url.'],
    [{ filename: 'x', text: 'a', base64: 'YQ==' }, 'Give one of text, base64 and url.'],
    [{ filename: 'x', base64: 'a' }, 'base64 is no valid Base64.'],
    [{ filename: 'x', base64: '<b>' }, 'base64 is no valid Base64.'],
  ])('%j', async (input, message) => {
    await using world = await startChatWorld()
    await expect(call(world, input)).rejects.toThrow(message)
  })

  test('addresses that are not public, files of this machine, and pages that are not there', async () => {
    await using world = await startChatWorld()
    for (const url of [
      'http://127.0.0.1/x',
      'file:///etc/passwd',
      '/etc/passwd',
      'http://169.254.169.254/',
    ]) {
      await expect(call(world, { filename: 'x', url })).rejects.toMatchObject({
        code: expect.stringMatching(/^(url_not_allowed|invalid_input)$/),
      })
    }
    expect(ok(await world.owner.get('/attachments'))['attachments']).toEqual([])
  })
})
