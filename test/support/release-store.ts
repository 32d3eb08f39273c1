import { Journal } from '../../src/pay/buyer/journal.ts'
import { readEarnings } from '../../src/pay/seller/earnings.ts'
import { Ledger } from '../../src/pay/seller/ledger.ts'
import type { Store } from '../../src/store/port.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from './chat-world.ts'
import { idsOf } from './fetching.ts'
import { authorization, policy } from './journal-suite.ts'
import { payment } from './ledger-suite.ts'
import { put } from './store-backend.ts'

/** Who signs in to look, by a key that opens nothing but this database. */
export interface ReleaseOwner {
  email: string
  key: string
}

/** The content of a store, in few words. */
export type ReleaseFacts = Record<string, unknown>

const NOW_MS = Date.UTC(2026, 0, 2, 12)
const SCHEDULED_SECONDS = Date.UTC(2100, 0, 1) / 1_000

/** Lives in an empty store a little, as people, agents, buyers and sellers do, and closes it. */
export async function fillReleaseStore(
  store: Store,
): Promise<{ owner: ReleaseOwner; facts: ReleaseFacts }> {
  await put(store, 'kept', 'as it was')
  await buyAndSell(store)
  await using world = await startChatWorld({ store })
  await talk(world)
  const { email, key } = world.owner
  return { owner: { email, key }, facts: await readFacts(store, world) }
}

/** Reads, through the product, what is to be found in a store that was filled like that, and closes it. */
export async function readReleaseStore(store: Store, owner: ReleaseOwner): Promise<ReleaseFacts> {
  await using world = await startChatWorld({ store, owner })
  return await readFacts(store, world)
}

async function buyAndSell(store: Store): Promise<void> {
  const open = async () => store
  const ledger = new Ledger(open, 'seller', () => NOW_MS)
  for (const id of ['settled', 'refused', 'open']) {
    await ledger.claim(payment(id))
    await ledger.record(id, '{"a":1}')
  }
  const kept = { answer: '{"a":1}', answerUntilMs: NOW_MS + 1_000 }
  await ledger.close('settled', { state: 'settled', transaction: '0x1', ...kept })
  await ledger.close('refused', { state: 'refused', reason: 'insufficient' })
  const journal = new Journal(open, 'buyer', () => NOW_MS)
  for (const id of ['spent', 'released', 'signed']) await journal.reserve(authorization(id), policy)
  await journal.record('signed', '{"signature":"0x1"}')
  await journal.close('spent', { state: 'spent', transaction: '0x2' })
  await journal.close('released', { state: 'released', reason: 'expired' })
}

async function talk(world: ChatWorld): Promise<void> {
  const { owner } = world
  const ada = await world.add('Ada Lovelace')
  const bob = await world.add('Bob')
  const everybody = [owner.id, ada.id, bob.id]
  const join = async (channel: object, principals: number[]) =>
    ok(await owner.post('/users/me/subscriptions', { subscriptions: [channel], principals }))
  await join({ name: 'general' }, everybody)
  await join({ name: 'harbour', description: 'Ships **only**' }, [owner.id, ada.id])
  const arrivals = { to: 'harbour', topic: 'Arrivals' }
  const first = await ada.say('The *first* ship is in the harbour. 🚢', arrivals)
  const second = await owner.say('@**Ada Lovelace** [look](https://a.example/)', arrivals)
  const third = await bob.say('At the wrong place', { topic: 'Café' })
  await bob.whisper('Only for **you**', owner)
  ok(await ada.post(`/messages/${second}/reactions`, { emoji_name: 'tada' }))
  ok(await ada.patch(`/messages/${first}`, { content: 'The second ship is in the harbour.' }))
  ok(await owner.patch(`/messages/${third}`, { topic: 'Tea', propagate_mode: 'change_all' }))
  ok(await owner.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' }))
  // Editing has made SQLite's index take up the words of what there is: these wait beside it.
  await bob.say('One more ship')
  await keepRecords(world, ada, bob)
}

async function keepRecords({ owner }: ChatWorld, ada: Person, bob: Person): Promise<void> {
  ok(await owner.post('/bots', { full_name: 'Porter', short_name: 'porter', bot_type: 1 }))
  const group = { name: 'night shift', description: 'They stay up.', members: [owner.id, ada.id] }
  ok(await owner.post('/user_groups/create', group))
  const draft = { type: 'stream', to: [1], topic: 'Tea', content: 'Not yet', timestamp: 1 }
  ok(await owner.post('/drafts', { drafts: [draft] }))
  const later = { type: 'direct', to: [ada.id], content: 'Later' }
  const at = { scheduled_delivery_timestamp: SCHEDULED_SECONDS }
  ok(await owner.post('/scheduled_messages', { ...later, ...at }))
  ok(await owner.post('/users/me/alert_words', { alert_words: ['ship'] }))
  ok(await owner.post(`/users/me/muted_users/${bob.id}`))
  ok(await owner.post('/user_topics', { stream_id: 1, topic: 'noise', visibility_policy: 1 }))
  ok(await owner.post('/users/me/status', { status_text: 'at lunch' }))
  ok(await owner.post('/users/me/presence', { status: 'active' }))
  const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.example/{id}' }
  ok(await owner.post('/realm/filters', linkifier))
  ok(await owner.post('/realm/profile_fields', { name: 'Pronouns', hint: '', field_type: 1 }))
  ok(await owner.patch('/realm', { message_retention_days: 90_000 }))
  ok(await owner.patch('/settings', { twenty_four_hour_time: true }))
}

async function readFacts(store: Store, world: ChatWorld): Promise<ReleaseFacts> {
  return {
    settings: await store.db.selectFrom('setting').selectAll().execute(),
    ...(await readMoney(store)),
    ...(await readMessages(world.owner)),
    ...(await readRecords(world.owner)),
  }
}

async function readMoney(store: Store): Promise<ReleaseFacts> {
  const open = async () => store
  const { operations, refused } = await readEarnings(store)
  const sale = await new Ledger(open, 'reader', () => NOW_MS).find('settled')
  const purchases = await new Journal(open, 'reader', () => NOW_MS).history(10, NOW_MS * 2)
  return {
    earned: operations,
    refused,
    sale: pick(sale, 'state', 'answer', 'transaction_hash', 'units'),
    purchases: pickAll(purchases, 'id', 'state', 'host', 'units', 'payment', 'transaction_hash')
      .map((purchase) => JSON.stringify(purchase))
      .toSorted(),
    payees: await store.db.selectFrom('payee_pin').selectAll().execute(),
  }
}

interface FetchedMessage {
  id: number
  content: string
  reactions: object[]
}

async function readMessages(owner: Person): Promise<ReleaseFacts> {
  const newest = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }
  const search = [{ operator: 'search', operand: 'ships' }]
  const messages: FetchedMessage[] = ok(await owner.get('/messages', newest))['messages']
  // What the server itself has written stands among them.
  const edited = messages.find(({ content }) => content.startsWith('The second ship'))
  const { message_history: versions } = ok(await owner.get(`/messages/${edited?.id}/history`))
  return {
    messages: pickAll(messages, 'id', 'sender_full_name', 'subject', 'content', 'flags'),
    reactions: pickAll(
      messages.flatMap(({ reactions }) => reactions),
      'emoji_name',
      'user_id',
    ),
    found: idsOf(await owner.get('/messages', { ...newest, narrow: search })),
    versions: pickAll(versions, 'user_id', 'content', 'topic'),
  }
}

async function readRecords(owner: Person): Promise<ReleaseFacts> {
  const snapshot = await owner.register()
  const { members } = ok(await owner.get('/users'))
  const { user_groups: groups } = ok(await owner.get('/user_groups'))
  const { linkifiers } = ok(await owner.get('/realm/linkifiers'))
  const scheduled = ['to', 'content', 'scheduled_delivery_timestamp']
  return {
    users: pickAll(members, 'user_id', 'email', 'full_name', 'role', 'is_bot'),
    groups: pickAll(groups, 'id', 'name', 'members', 'direct_subgroup_ids'),
    channels: pickAll(snapshot['subscriptions'], 'stream_id', 'name', 'description', 'subscribers'),
    drafts: pickAll(snapshot['drafts'], 'to', 'topic', 'content'),
    scheduled: pickAll(snapshot['scheduled_messages'], ...scheduled),
    alertWords: snapshot['alert_words'],
    muted: pickAll(snapshot['muted_users'], 'id'),
    topics: pickAll(snapshot['user_topics'], 'topic_name', 'visibility_policy'),
    status: snapshot['user_status'],
    linkifiers: pickAll(linkifiers, 'id', 'pattern', 'url_template'),
    profileFields: pickAll(snapshot['custom_profile_fields'], 'id', 'name'),
    retentionDays: snapshot['realm_message_retention_days'],
    clock: snapshot['user_settings']['twenty_four_hour_time'],
  }
}

function pick(from: object | undefined, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from ?? {}).filter(([name]) => names.includes(name)))
}

function pickAll(from: readonly object[], ...names: readonly string[]): ReleaseFacts[] {
  return from.map((one) => pick(one, ...names))
}
