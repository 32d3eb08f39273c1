import { expect, test } from 'vitest'
import { type ArrivedEvent, readEvent } from '../../../../src/chat/integrations/read-event.ts'
import { startChatWorld } from '../../../support/chat-world.ts'

/** Events made of the fields that the services document: none of these was recorded. */
const EVENTS: Readonly<Record<string, [content: unknown, topic: string, text: RegExp][]>> = {
  gitlab: [
    [
      {
        object_kind: 'push',
        before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
        after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
        ref: 'refs/heads/main',
        user_name: 'Ann',
        project: { name: 'App', web_url: 'https://gitlab.example.com/app' },
        total_commits_count: 1,
        commits: [
          {
            id: 'b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327',
            message: 'Mend @**all** it\n\nmore',
            url: 'https://gitlab.example.com/c/1',
          },
        ],
      },
      'App / main',
      /^Ann pushed 1 commit to branch `main`\.\n\n\* Mend @_\*\*all\*\* it \(\[b6568db\]\(https:\/\/gitlab\.example\.com\/c\/1\)\)$/,
    ],
    [
      {
        object_kind: 'merge_request',
        user: { name: 'Ann' },
        project: { name: 'App' },
        object_attributes: {
          iid: 7,
          title: 'Faster',
          action: 'open',
          url: 'https://g.test/7',
          source_branch: 'fast',
          target_branch: 'main',
          description: 'Twice as fast.',
        },
      },
      'App / MR !7 Faster',
      /^Ann opened \[MR !7\]\(https:\/\/g\.test\/7\) Faster from `fast` to `main`\n```quote\nTwice as fast\.\n```$/,
    ],
    [
      {
        object_kind: 'pipeline',
        project: { name: 'App', web_url: 'https://g.test' },
        object_attributes: { id: 31, ref: 'main', status: 'failed' },
        builds: [{ name: 'test', status: 'failed' }],
      },
      'App / main',
      /^\[Pipeline \(31\)\]\(https:\/\/g\.test\/-\/pipelines\/31\) :cross_mark: failed on `main`\.\n\* test :cross_mark: failed$/,
    ],
    [
      {
        object_kind: 'note',
        user: { name: 'Ann' },
        project: { name: 'App' },
        issue: { iid: 3, title: 'Slow' },
        object_attributes: { note: 'Why?', url: 'https://g.test/n' },
      },
      'App / issue #3 Slow',
      /^Ann \[commented\]\(https:\/\/g\.test\/n\) on issue #3 Slow\n```quote\nWhy\?\n```$/,
    ],
  ],
  grafana: [
    [
      {
        title: '[FIRING:1] Disk',
        commonLabels: { alertname: 'Disk' },
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'Disk', host: 'a' },
            annotations: { summary: 'Nearly full' },
            generatorURL: 'https://g.test/a',
            valueString: 'A=97',
          },
        ],
      },
      'Disk',
      /^\*\*\[FIRING:1\] Disk\*\*\n\* :alert: \[Disk\]\(https:\/\/g\.test\/a\) — firing — Nearly full \(host=a\) `A=97`$/,
    ],
    [
      {
        ruleName: 'CPU',
        state: 'ok',
        ruleUrl: 'https://g.test/r',
        message: 'Fine again',
        evalMatches: [{ metric: 'load', value: 0.5 }],
      },
      'CPU',
      /^:check: \[CPU\]\(https:\/\/g\.test\/r\): ok\nFine again\n\* load: 0\.5$/,
    ],
  ],
  alertmanager: [
    [
      {
        status: 'resolved',
        groupLabels: { alertname: 'Down' },
        alerts: [
          {
            status: 'resolved',
            labels: { alertname: 'Down', job: 'web' },
            annotations: { description: 'Up again' },
          },
        ],
      },
      'Down',
      /^\* :check: Down — resolved — Up again \(job=web\)$/,
    ],
  ],
  sentry: [
    [
      {
        action: 'created',
        actor: { name: 'Sentry' },
        data: {
          issue: {
            title: 'TypeError: x',
            web_url: 'https://s.test/1',
            level: 'error',
            culprit: 'app.run',
            project: { name: 'web' },
          },
        },
      },
      'TypeError: x',
      /^\*\*\[TypeError: x\]\(https:\/\/s\.test\/1\)\*\* — issue created by Sentry\n\* project: web\n\* level: error\n\* culprit: app\.run$/,
    ],
    [
      { project_name: 'web', message: 'Boom', level: 'error', url: 'https://s.test/2' },
      'Boom',
      /^\*\*\[Boom\]\(https:\/\/s\.test\/2\)\*\*\n\* project: web\n\* level: error$/,
    ],
  ],
  slack_incoming: [
    [
      { text: '*Done* <https://x.test|here> <!channel>', username: 'ci', channel: '#builds' },
      'channel: builds',
      /^\*\*ci\*\*: \*\*Done\*\* \[here\]\(https:\/\/x\.test\) @_\*\*all\*\*$/,
    ],
    [
      { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '_Hi_' } }] },
      'Slack',
      /^\*Hi\*$/,
    ],
  ],
}

const arrived = (content: unknown, said: ArrivedEvent['said'] = { stream: 'x' }): ArrivedEvent => ({
  content,
  said,
  header: () => undefined,
  ownerId: 7,
})

test.each(
  Object.entries(EVENTS).flatMap(([name, list]) => list.map((one) => [name, ...one] as const)),
)('an event of %s as it is documented becomes a message', (name, content, topic, text) => {
  const message = readEvent({ name }, arrived(content))
  expect(message).toMatchObject({ type: 'channel', to: 'x', topic })
  expect(message?.['content']).toMatch(text)
})

test('the address says where, how and of which events', () => {
  const event = { build: { state: 'green', log: 'a\nb' }, list: [{ id: 4 }] }
  const template = '{build.state} {list.0.id} {constructor.name} {nothing}|{build.log}'
  expect(readEvent({ name: 'json' }, arrived(event, { template }))).toEqual({
    type: 'direct',
    to: [7],
    content: 'green 4  |a\nb',
  })
  const named = arrived(event, { stream: 'x', topic: 'build {build.state}' })
  expect(readEvent({ name: 'json' }, named)).toMatchObject({ topic: 'build green' })
  const push = { ...arrived({ ref: 'refs/heads/a', commits: [] }), header: () => 'push' }
  const of = (said: Record<string, string>) =>
    readEvent({ name: 'github' }, { ...push, said: { stream: 'x', ...said } }) !== undefined
  expect([
    of({}),
    of({ only_events: '["pu*"]' }),
    of({ only_events: '["issues"]' }),
    of({ exclude_events: '["push"]' }),
  ]).toEqual([true, true, false, false])
})

test('events come by HTTP: as JSON or as a form, of the kind that their head names', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const bot = await world.add('Builds', { bot_type: 2, bot_owner_id: alice.id })
  const post = async (name: string, body: string, headers: Record<string, string>) => {
    const fields = new URLSearchParams({ api_key: bot.key, stream: 'general' })
    const path = `/external/${name}?${fields.toString()}`
    return (await world.request(path, { method: 'POST', body, headers })).status
  }
  const queue = await alice.register({ event_types: ['message'], apply_markdown: false })
  const event = JSON.stringify({ zen: 'x', repository: { name: 'App' } })
  const json = { 'content-type': 'application/json', 'x-github-event': 'ping' }
  expect(await post('github', event, json)).toBe(200)
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-github-event': 'ping' }
  const payload = new URLSearchParams({ payload: event }).toString()
  expect(await post('github', payload, form)).toBe(200)
  const silent = { ...json, 'x-github-event': 'check_run' }
  expect(await post('github', JSON.stringify({ action: 'created' }), silent)).toBe(200)
  expect(await post('nothing', event, json)).toBe(404)
  const said = (await alice.events(queue)).map(({ message }) => [message.subject, message.content])
  const set = ['App', 'GitHub webhook has been set up.']
  expect(said).toEqual([set, set])
  const { realm_incoming_webhook_bots: offered } = await alice.register()
  expect((offered as { name: string }[]).map(({ name }) => name)).toEqual([
    'json',
    'github',
    'gitlab',
    'grafana',
    'alertmanager',
    'sentry',
    'slack_incoming',
  ])
})
