import { ROLES, SYSTEM_GROUPS } from '../../../src/chat/groups/system-groups.ts'
import { INVITATION_PAUSE_SECONDS } from '../../../src/chat/invitations/limits.ts'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { changeUser } from '../../../src/chat/users/accounts/change-user.ts'
import { upload } from '../chat-uploads.ts'
import { type ChatWorld, type Fields, ok, type Person } from '../chat-world.ts'
import { type KeptTables, keepTables } from './kept-tables.ts'
import {
  type CallerIdentity,
  type Kind,
  LATER_SECONDS,
  type Place,
  type Thing,
  UNUSED,
  type Variants,
} from './things.ts'

/** An organization with all users and objects of the permission table. */
export interface Scene extends KeptTables {
  world: ChatWorld
  speaker(asker: CallerIdentity): Pick<Person, 'get' | 'post' | 'put' | 'patch' | 'delete'>
  thing<K extends Kind>(kind: K, variant: Variants[K], asker: CallerIdentity): Thing
}

/** A caller with an account. */
type Account = Exclude<CallerIdentity, 'anonymous'>

/** Sets the scene on a fresh world, in which guests see only users they have contact with. */
export async function setScene(world: ChatWorld): Promise<Scene> {
  const { owner } = world
  const insider = await world.add('Insider')
  const stranger = await world.add('Stranger')
  const member = await world.add('Member')
  const people: Record<Account, Person> = {
    owner,
    administrator: await world.add('Administrator', { role: ROLES.administrator }),
    moderator: await world.add('Moderator', { role: ROLES.moderator }),
    member,
    guest: await world.add('Guest', { role: ROLES.guest }),
    bot: await world.add('Robot', { bot_type: 1, bot_owner_id: member.id }),
    deactivated: await world.add('Deactivated'),
  }
  const everybody = Object.values(people)
  const things = new Map<string, Thing>()
  const keep = (kind: Kind, variant: string, asker: string, thing: Partial<Thing>) =>
    things.set(`${kind}/${variant}/${asker}`, { ...UNUSED, ...thing })

  ok(await owner.patch('/realm', { can_access_all_users_group: 3 }))
  await makeChannels(insider, everybody, keep)
  for (const [asker, person] of Object.entries(people)) {
    if (asker === 'guest') continue
    const name = `own of ${asker}`
    const made = await person.post('/channels/create', { name, subscribers: [person.id] })
    keep('channel', 'own', asker, { id: Number(ok(made)['id']), name })
    keep('message', 'own', asker, { id: await person.say('x', { to: name }) })
  }
  for (const asker of ['guest', 'anonymous']) {
    for (const kind of ['channel', 'message'] as const) {
      keep(kind, 'own', asker, things.get(`${kind}/own/member`) ?? UNUSED)
    }
  }
  const reports = { name: 'reports', invite_only: true, subscribers: [insider.id] }
  const { id: reportsId } = ok(await insider.post('/channels/create', reports))
  ok(await owner.patch('/realm', { moderation_request_channel_id: reportsId }))

  keep('message', "others' direct", '', { id: await insider.whisper('secret', stranger) })
  for (const [asker, person] of Object.entries(people)) {
    const toMe = await insider.whisper('for you', person)
    keep('message', 'direct to me', asker, { id: toMe })
    keep('message', 'mine', asker, { id: await person.say('mine', { to: 'private subscribed' }) })
    await keepRecords(world, person, (kind, thing) => keep(kind, 'mine', asker, thing))
    keep('upload', 'mine', asker, await keepUpload(world, person))
  }
  await keepRecords(world, insider, (kind, thing) => {
    keep(kind, "other's", '', thing)
    keep(kind, 'mine', 'anonymous', thing)
  })
  const attachment = await keepUpload(world, insider)
  keep('upload', 'mine', 'anonymous', attachment)
  keep('upload', 'shown', '', attachment)
  await insider.say(`[x](/user_uploads/1/${attachment.key})`, { to: 'private subscribed' })
  keep('upload', "other's", '', await keepUpload(world, insider))
  for (const spot of ['direct to me', 'mine'] as const) {
    keep('message', spot, 'anonymous', things.get(`message/${spot}/member`) ?? UNUSED)
  }
  for (const [body, { id, user, email }] of [
    ['peer', insider],
    ['stranger', stranger],
  ] as const) {
    keep('user', body, '', { id, name: user.full_name, key: email })
  }
  for (const one of [insider, stranger]) {
    ok(await one.post('/users/me/status', { status_text: 'here' }))
    ok(await one.post('/users/me/presence', { status: 'active' }))
  }
  const { group, open } = await customize(world, insider)
  keep('group', "other's", '', { id: group })
  keep('group', 'open', '', { id: open })
  await keepInvitations(world, insider, keep)
  await changeUser(world.chat, people.deactivated.email, { is_active: false })
  const kept = await keepTables(world)
  return {
    world,
    speaker: (asker) => (asker === 'anonymous' ? world.anybody : people[asker]),
    thing(kind, variant, asker) {
      const thing = things.get(`${kind}/${variant}/${asker}`) ?? things.get(`${kind}/${variant}/`)
      if (!thing) throw new Error(`There is no ${variant} ${kind} for ${asker}.`)
      return thing
    },
    ...kept,
  }
}

/** What the organization has: one of each, with the first id there is. Returns the ids of the groups. */
async function customize({ chat, owner }: ChatWorld, insider: Person) {
  const emoji = { name: 'theirs', author_id: insider.id, path: '/x.png', still_path: null }
  await writeChat(chat, async ({ tx }) =>
    tx
      .insertInto('chat_emoji')
      .values({ ...emoji, is_deactivated: 0 })
      .execute(),
  )
  const linkifier = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://x.test/{id}' }
  ok(await owner.post('/realm/filters', linkifier))
  const playground = { name: 'p', highlighter_language: 'rust' }
  ok(
    await owner.post('/realm/playgrounds', {
      ...playground,
      url_template: 'https://x.test/{code}',
    }),
  )
  ok(await owner.post('/realm/domains', { domain: 'a.test', allow_subdomains: false }))
  ok(await owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 }))
  ok(await owner.post('/realm/profile_fields', { name: 'Friends', field_type: 6 }))
  const make = async (name: string, fields: Fields = {}) => {
    const group = { name, description: '', members: [], ...fields }
    return Number(ok(await insider.post('/user_groups/create', group))['group_id'])
  }
  return {
    group: await make('group'),
    open: await make('open', { can_add_members_group: SYSTEM_GROUPS.everyone }),
  }
}

/** One of each kind, which may be sent again by now. */
async function keepInvitations(
  world: ChatWorld,
  insider: Person,
  keep: (kind: Kind, variant: string, asker: string, thing: Partial<Thing>) => void,
): Promise<void> {
  ok(await insider.post('/invites', { invitee_emails: 'guest-to-be@b.test' }))
  ok(await world.owner.patch('/realm', { create_multiuse_invite_group: SYSTEM_GROUPS.members }))
  ok(await insider.post('/invites/multiuse'))
  const standard = SYSTEM_GROUPS.administrators
  ok(await world.owner.patch('/realm', { create_multiuse_invite_group: standard }))
  const { invites } = ok(await insider.get('/invites'))
  for (const { id, is_multiuse } of invites) {
    keep(is_multiuse ? 'link' : 'invitation', "other's", '', { id })
  }
  world.pass(INVITATION_PAUSE_SECONDS)
}

async function makeChannels(
  insider: Person,
  everybody: readonly Person[],
  keep: (kind: Kind, variant: string, asker: string, thing: Partial<Thing>) => void,
): Promise<void> {
  const ids = everybody.map(({ id }) => id)
  const make = async (place: Place, fields: Fields = {}, others: readonly number[] = []) => {
    const subscribers = [insider.id, ...others]
    const made = await insider.post('/channels/create', { name: place, subscribers, ...fields })
    const id = Number(ok(made)['id'])
    keep('channel', place, '', { id, name: place })
    keep('message', place, '', { id: await insider.say('x', { to: place }) })
    return id
  }
  const hidden = { invite_only: true, history_public_to_subscribers: true }
  await make('public')
  await make('private subscribed', hidden, ids)
  await make('private', hidden)
  for (const place of ['archived public', 'archived private'] as const) {
    const id = await make(place, place === 'archived private' ? hidden : {})
    ok(await insider.delete(`/streams/${id}`))
  }
  await make('protected', { invite_only: true, history_public_to_subscribers: false })
  const before = await insider.say('before', { to: 'protected', topic: 'earlier-topic' })
  keep('message', 'before joining', '', { id: before })
  const subscriptions = [{ name: 'protected' }]
  ok(await insider.post('/users/me/subscriptions', { subscriptions, principals: ids }))
  keep('message', 'protected', '', { id: await insider.say('x', { to: 'protected' }) })
  await insider.say('after', { to: 'protected', topic: 'later-topic' })
  keep('topic', 'unseen', '', { name: 'earlier-topic' })
  keep('topic', 'seen', '', { name: 'later-topic' })
  const owner = everybody[0]
  if (!owner) throw new Error('There is no owner.')
  const open = { name: 'web-public', is_web_public: true, subscribers: [insider.id, owner.id] }
  const { id } = ok(await owner.post('/channels/create', open))
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['web-public'] }))
  keep('channel', 'web-public', '', { id: Number(id), name: 'web-public' })
  keep('message', 'web-public', '', { id: await insider.say('x', { to: 'web-public' }) })
}

async function keepRecords(
  world: ChatWorld,
  person: Person,
  keep: (kind: Kind, thing: Partial<Thing>) => void,
): Promise<void> {
  const draft = { type: '', to: [], topic: '', content: 'x' }
  const drafts = ok(await person.post('/drafts', { drafts: [draft] }))
  keep('draft', { id: Number((drafts['ids'] as number[])[0]) })
  const snippet = ok(await person.post('/saved_snippets', { title: 'x', content: 'x' }))
  keep('snippet', { id: Number(snippet['saved_snippet_id']) })
  const device = ok(await person.post('/register_client_device'))
  keep('device', { id: Number(device['device_id']) })
  const later = { type: 'direct', to: [person.id], content: 'x' }
  const scheduled = await person.post('/scheduled_messages', {
    ...later,
    scheduled_delivery_timestamp: LATER_SECONDS,
  })
  keep('scheduled', { id: Number(ok(scheduled)['scheduled_message_id']) })
  const message_id = await person.whisper('mine', person)
  const reminder = { message_id, scheduled_delivery_timestamp: LATER_SECONDS }
  keep('reminder', { id: Number(ok(await person.post('/reminders', reminder))['reminder_id']) })
  const queue = await person.register({ fetch_event_types: [], idle_queue_timeout: 604_800 })
  keep('queue', { key: String(queue['queue_id']) })
  const { cursor } = ok(await person.get('/events/wait', { seconds: 0 }))
  keep('cursor', { id: Number(String(cursor).split(':')[0]) })
  const robot = await world.add(`Robot ${person.id}`, { bot_type: 1, bot_owner_id: person.id })
  keep('robot', { id: robot.id })
  const session = String(person.id).padStart(24, '0')
  const times = { created_at: world.chat.now().getTime(), seen_at: world.chat.now().getTime() }
  await writeChat(world.chat, async ({ tx }) =>
    tx
      .insertInto('chat_session')
      .values({ hash: session.padEnd(64, 'x'), user_id: person.id, client: 'x', ...times })
      .execute(),
  )
  keep('session', { key: session })
  const program = `program-${person.id}`
  const seconds = { created_at: 1_767_000_000, used_at: 1_767_000_000 }
  const about = { client_id: 'x', client_name: 'x', redirect_host: 'x', scopes: 'mcp' }
  await writeChat(world.chat, async ({ tx }) =>
    tx
      .insertInto('oauth_grant')
      .values({ id: program, account_id: person.id, ...about, ...seconds })
      .execute(),
  )
  keep('program', { key: program })
  const key = `narrow/mine/${person.id}`
  ok(await person.post('/navigation_views', { fragment: key, is_pinned: true, name: key }))
  keep('view', { key })
}

async function keepUpload(world: ChatWorld, person: Person): Promise<Pick<Thing, 'id' | 'key'>> {
  const url = await upload(world, person, 'x.txt')
  const { attachments } = ok(await person.get('/attachments'))
  return { id: Number(attachments[0].id), key: url.replace('/user_uploads/1/', '') }
}
