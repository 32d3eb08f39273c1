// @module-tag full
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import connectZulip, { type Client } from 'zulip-js'
import {
  bellhop,
  CLI,
  cleanEnv,
  type Served,
  serveBellhop,
  tempDir,
} from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { accountWithKey } from '../../support/chat-arrangements.ts'
import { ask, expectConversation } from '../../support/chat-conversation.ts'
import { CLIENTS, type McpClient } from '../../support/clients.ts'
import { chooseCombinations } from '../../support/combinations.ts'

const [node, cli] = CLI

describe.each(chooseCombinations(CLIENTS, [0]))(
  'a Bellhop whose chat is that of another one, %s',
  (_, connect) => {
    const there = tempDir()
    const here = tempDir()
    let server: Served
    let person: Client
    let own: Served
    let ada: McpClient
    let bob: McpClient

    beforeAll(async () => {
      server = await serveBellhop(['--data-dir', there.path])
      const { email: username, key: apiKey } = server.owner()
      person = await connectZulip({ username, apiKey, realm: server.url })
      const { email } = await accountWithKey(there.path, 'ada', canaries().chatKey)
      ada = await connect({
        command: node,
        args: [cli, '--data-dir', here.path, '--chat', server.url, '--log-level', 'debug'],
        env: cleanEnv({ BELLHOP_CHAT_EMAIL: email, BELLHOP_CHAT_KEY: canaries().chatKey }),
      })
      const adding = ['chat', 'user', 'add', 'bob@example.com', 'Bob', '--data-dir', there.path]
      const added = await bellhop(adding)
      const key = /API key: (\S+)/.exec(added.stdout)?.[1] ?? ''
      await person.users.me.subscriptions.add({
        subscriptions: JSON.stringify([{ name: 'general' }]),
        principals: JSON.stringify(['bob@example.com']),
      })
      const keyFile = join(here.path, 'keys')
      writeFileSync(keyFile, 'helper key-of-the-operator-for-a-test\n')
      const rc = join(here.path, 'bob.zuliprc')
      writeFileSync(rc, `[api]\nemail=bob@example.com\nkey=${key}\nsite=${server.url}\n`)
      const flags = ['--key-file', keyFile, '--chat', server.url, '--zuliprc', rc]
      own = await serveBellhop(['--data-dir', here.path, ...flags])
      const headers = { authorization: 'Bearer key-of-the-operator-for-a-test' }
      bob = await connect({ url: `${own.url}/mcp`, headers })
    })
    afterAll(async () => {
      await ada.close()
      await bob.close()
      await own[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      here[Symbol.dispose]()
      there[Symbol.dispose]()
    })

    test('its agents hold a conversation there, with zulip-js at the other end', async () => {
      const [one, other] = [
        { client: ada, name: 'ada' },
        { client: bob, name: 'Bob' },
      ]
      await expectConversation(one, other, person)
    })

    test('names are looked up there, and what is wrong is told', async () => {
      await expect(ask(ada, 'send_message', { channel: 'generl', content: 'x' })).rejects.toThrow(
        /No channel .*\n.*general \(\d+\)/,
      )
      await expect(ask(ada, 'send_message', { people: ['Bo'], content: 'x' })).rejects.toThrow(
        /No person .*\nPerhaps one of: .*Bob \(\d+\)/,
      )
      const refused = await ada.callTool({
        name: 'send_message',
        arguments: { channel: 'general', content: ' ' },
      })
      expect(refused.content[0]?.text).toMatch(/^invalid_input: The chat server refused: "Message/)
      expect(refused._meta?.['bellhop/untrusted']).toBe(true)
      const { users } = await ask(ada, 'get_users', { query: 'bob' })
      expect(users).toEqual([expect.stringMatching(/^\d+ Bob \((?!bot)/)])
      expect(await ask(bob, 'send_message', { people: ['ada'], content: 'psst' })).toMatchObject({
        id: expect.any(Number),
      })
      expect(await ask(ada, 'subscribe', { channels: ['#workshop'] })).toMatchObject({
        joined: ['workshop'],
      })
      const { channels } = await ask(bob, 'get_streams', { query: 'work' })
      expect(channels).toEqual([expect.stringMatching(/^\d+ #workshop$/)])
      // Made a moment ago, so that it is not remembered yet.
      expect(
        await ask(ada, 'send_message', { channel: 'workshop', topic: 't', content: 'x' }),
      ).toMatchObject({ id: expect.any(Number) })
    })

    test('a server that was away is heard again', async () => {
      const uri = 'chat://channel/general/topic/restart'
      const heard: string[] = []
      ada.onUpdated((touched) => heard.push(touched))
      const stop = await ada.subscribe(uri)
      await server[Symbol.asyncDispose]()
      server = await serveBellhop(['--data-dir', there.path, '--port', new URL(server.url).port])
      const message = { to: 'general', type: 'stream', topic: 'restart', content: 'Back' }
      expect(await person.messages.send(message)).toMatchObject({ result: 'success' })
      await vi.waitFor(() => expect(heard).toContain(uri))
      expect((await ada.readResource({ uri })).contents[0]?.text).toContain('Back')
      await stop()
    })

    test('without a key of the operator nobody speaks for its account, and its chat has no routes', async () => {
      const { status } = await fetch(`${own.url}/api/v1/server_settings`)
      expect(status).toBe(404)
      await expect(connect({ url: `${own.url}/mcp` })).rejects.toThrow()
    })
  },
)
