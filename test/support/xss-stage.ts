import { reader } from '../../src/chat/kernel/unit-of-work.ts'
import { renderMessage } from '../../src/chat/rendering/render-message.ts'
import { PLACES } from './attacks.ts'
import { sendFiles } from './chat-uploads.ts'
import {
  type Answer,
  type ChatWorld,
  type Fields,
  type Person,
  startChatWorld,
} from './chat-world.ts'
import { actsIn, actsInAnswer } from './html-judge.ts'

/** What acts in messages that hold a payload in some of the places where one may stand. */
export async function actsInMessages(
  { chat }: ChatWorld,
  payload: string,
  places: readonly number[],
  options: { inAllHolders?: boolean } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const place of places) {
    // No message holds null bytes: they are refused where they come in.
    const text = payload.replaceAll('\0', '')
    const content = PLACES[place % PLACES.length]?.(text) ?? text
    const { html } = await renderMessage(reader(chat), content)
    found.push(...actsIn(html, options).map((one) => `${content}: ${one}`))
  }
  return found
}

/** One way to store a text, and where it is then read. */
type Storing = (payload: string, index: number) => [path: string, fields: Fields]

/** All stores of user texts in the chat, by permitted user. */
const STORES: Readonly<Record<'post' | 'patch', readonly Storing[]>> = {
  post: [
    (payload) => ['/messages', { type: 'channel', to: 1, topic: payload, content: payload }],
    (payload) => ['/messages', { type: 'direct', to: [1], content: payload }],
    (payload) => ['/channels/create', { name: payload, description: payload, subscribers: [1] }],
    (payload) => ['/user_groups/create', { name: payload, description: payload, members: [1] }],
    (payload) => ['/users/me/status', { status_text: payload.slice(0, 60), emoji_name: 'tada' }],
    (payload) => ['/users/me/status', { emoji_name: payload }],
    (payload) => ['/saved_snippets', { title: payload.slice(0, 60), content: payload }],
    (payload) => [
      '/drafts',
      { drafts: [{ type: 'stream', to: [1], topic: payload, content: payload }] },
    ],
    (payload) => [
      '/scheduled_messages',
      {
        type: 'channel',
        to: 1,
        topic: payload,
        content: payload,
        scheduled_delivery_timestamp: 1_900_000_000,
      },
    ],
    (payload, index) => [
      '/navigation_views',
      { fragment: `narrow/${index}`, is_pinned: true, name: payload.slice(0, 60) },
    ],
    (payload) => ['/navigation_views', { fragment: payload, is_pinned: true, name: 'x' }],
    (payload) => ['/users/me/alert_words', { alert_words: [payload] }],
    (payload, index) => [
      '/realm/filters',
      { pattern: `X${index}-(?P<id>.+)`, url_template: `${payload}{id}` },
    ],
    (_, index) => ['/realm/filters', { pattern: `Y${index}-(?P<id>.+)`, url_template: '{+id}' }],
    (payload) => ['/realm/filters', { pattern: payload, url_template: 'https://x.example/' }],
    (payload) => [
      '/realm/playgrounds',
      {
        name: payload,
        highlighter_language: payload.slice(0, 40),
        url_template: 'https://x.example/{code}',
      },
    ],
    (payload) => [
      '/realm/playgrounds',
      { name: 'x', highlighter_language: 'x', url_template: `${payload}{code}` },
    ],
    (payload) => [
      '/realm/profile_fields',
      { name: payload.slice(0, 40), hint: payload, field_type: 1 },
    ],
    (payload) => ['/realm/domains', { domain: payload, allow_subdomains: false }],
    (payload) => ['/messages/1/reactions', { emoji_name: payload }],
    (payload) => ['/messages/1/report', { report_type: 'other', description: payload }],
  ],
  patch: [
    (payload) => ['/settings', { full_name: payload }],
    (payload) => ['/streams/1', { description: payload }],
    (payload) => ['/realm', { description: payload }],
    (payload) => ['/users/me/profile_data', { data: [{ id: 1, value: payload }] }],
    (payload) => ['/users/me/profile_data', { data: [{ id: 2, value: payload }] }],
    (payload) => ['/users/me/profile_data', { data: [{ id: 3, value: payload }] }],
    (payload) => ['/messages/1', { content: payload }],
    (payload) => ['/messages/1', { topic: payload, send_notification_to_old_thread: true }],
  ],
}

/** A chat in which everything that keeps a text can be given one. */
export async function startStage(): Promise<ChatWorld> {
  const world = await startChatWorld()
  const { owner } = world
  for (const [name, field_type] of [
    ['Short', 1],
    ['Long', 2],
    ['Link', 5],
  ]) {
    await owner.post('/realm/profile_fields', { name, field_type })
  }
  const reports = { name: 'reports', invite_only: true, subscribers: [1] }
  const { id } = await owner.post('/channels/create', reports)
  await owner.patch('/realm', { moderation_request_channel_id: id })
  await owner.say('first')
  return world
}

/** Stores a payload wherever that is possible; returns how often it was taken, and what acts in the answers. */
export async function store(
  world: ChatWorld,
  payload: string,
  index: number,
): Promise<{ taken: number; found: string[] }> {
  const { owner } = world
  const answers: Answer[] = []
  for (const method of ['post', 'patch'] as const) {
    for (const storing of STORES[method]) {
      const [path, fields] = storing(payload, index)
      answers.push(await owner[method](path, fields))
    }
  }
  const url = await uploadAs(world, payload)
  const name = ['@**', '@_**', '@*', '#**', '#**general>'].map((before) => {
    const after = before === '@*' ? '*' : '**'
    return `${before}${payload.slice(0, 60)}${after}`
  })
  const content = `[${payload}](${url}) ![${payload}](${url}) ${name.join(' ')} X${index}-javascript:1 Y${index}-javascript:alert(1)`
  answers.push(await owner.post('/messages', { type: 'channel', to: 1, topic: 't', content }))
  return {
    taken: answers.filter(({ result }) => result === 'success').length,
    found: answers.flatMap((answer) => actsInAnswer(answer)),
  }
}

/** Uploads a file that is named like a payload and holds it, as a page; returns its path. */
async function uploadAs(world: ChatWorld, payload: string): Promise<string> {
  const page = { name: `${payload}.html`, content: `<html>${payload}`, type: 'text/html' }
  return String((await sendFiles(world, world.owner, [page]))['url'] ?? '')
}

/** What acts in anything that clients read. */
export async function actsInEverything(reading: Person): Promise<string[]> {
  const around = { anchor: 'newest', num_before: 5_000, num_after: 0 }
  const search = { ...around, narrow: [['search', 'alert']] }
  const answers = [
    await reading.register({ apply_markdown: true }),
    await reading.get('/messages', around),
    await reading.get('/messages', search),
    await reading.get('/messages/1/history'),
    await reading.get('/users', { include_custom_profile_fields: true }),
    await reading.get('/streams'),
    await reading.get('/realm/linkifiers'),
    await reading.get('/scheduled_messages'),
  ]
  return answers.flatMap((answer) => actsInAnswer(answer))
}
