import { sendFiles } from './chat-uploads.ts'
import {
  type Act,
  LATER_SECONDS,
  one,
  person,
  message,
  flag,
  newName,
  keep,
  keepFor,
  kept,
  say,
  inChannel,
} from './event-day-stage.ts'
import { pngOf } from './pictures.ts'

/** What changes people and groups. */
export const PEOPLE: readonly Act[] = [
  async (stage) =>
    stage.world.owner.patch(`/users/${person(stage).id}`, {
      role: one(stage, [200, 300, 400, 600], 400),
    }),
  async (stage, who) => who.patch('/settings', { full_name: `Name ${(stage.count += 1)}` }),
  async (stage) => {
    const { id } = person(stage)
    await stage.world.owner.delete(`/users/${id}`)
    return stage.world.owner.post(`/users/${id}/reactivate`)
  },
  async (stage, who) =>
    sendFiles(stage.world, who, [{ name: 'x.png', content: pngOf(8, 8) }], '/users/me/avatar'),
  async (_stage, who) => who.delete('/users/me/avatar'),
  async (stage, who) => {
    const made = { name: newName(stage), description: 'd', members: [person(stage).id] }
    return keep(stage.groups, await who.post('/user_groups/create', made), 'group_id')
  },
  async (stage) =>
    stage.world.owner.patch(`/user_groups/${one(stage, stage.groups, 1)}`, {
      description: newName(stage),
    }),
  async (stage) =>
    stage.world.owner.post(`/user_groups/${one(stage, stage.groups, 1)}/members`, {
      [flag(stage) ? 'add' : 'delete']: [person(stage).id],
    }),
  async (stage) =>
    stage.world.owner.post(`/user_groups/${one(stage, stage.groups, 1)}/subgroups`, {
      [flag(stage) ? 'add' : 'delete']: [one(stage, stage.groups, 1)],
    }),
  async (stage) => stage.world.owner.post(`/user_groups/${stage.groups.at(-1) ?? 0}/deactivate`),
  async (stage, who) => who.post(`/users/me/muted_users/${person(stage).id}`),
  async (stage, who) => who.delete(`/users/me/muted_users/${person(stage).id}`),
  async (stage) =>
    keep(
      stage.fields,
      await stage.world.owner.post('/realm/profile_fields', {
        name: newName(stage).slice(0, 40),
        field_type: 1,
      }),
      'id',
    ),
  async (stage, who) =>
    who.patch('/users/me/profile_data', {
      data: [{ id: one(stage, stage.fields, 1), value: newName(stage) }],
    }),
  async (stage, who) => who.post('/users/me/alert_words', { alert_words: [newName(stage)] }),
]

/** What people keep, and what administrators set up. */
export const THINGS: readonly Act[] = [
  async (stage, who) => {
    const drafts = [{ type: 'private', to: [person(stage).id], topic: '', content: 'x' }]
    const answer = await who.post('/drafts', { drafts })
    if (Array.isArray(answer['ids'])) stage.drafts.push({ who, id: Number(answer['ids'][0]) })
    return answer
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.drafts)
    return who.patch(`/drafts/${id}`, {
      draft: { type: 'stream', to: [1], topic: 'x', content: newName(stage) },
    })
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.drafts)
    return who.delete(`/drafts/${id}`)
  },
  async (stage, who) =>
    keepFor(
      who,
      stage.scheduled,
      await who.post('/scheduled_messages', {
        type: 'direct',
        to: [person(stage).id],
        content: 'x',
        scheduled_delivery_timestamp: LATER_SECONDS,
      }),
      'scheduled_message_id',
    ),
  async (stage) => {
    const { who, id } = kept(stage, stage.scheduled)
    return who.patch(`/scheduled_messages/${id}`, { content: newName(stage) })
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.scheduled)
    return who.delete(`/scheduled_messages/${id}`)
  },
  async (stage, who) =>
    keepFor(
      who,
      stage.reminders,
      await who.post('/reminders', {
        message_id: message(stage),
        scheduled_delivery_timestamp: LATER_SECONDS,
      }),
      'reminder_id',
    ),
  async (stage) => {
    const { who, id } = kept(stage, stage.reminders)
    return who.delete(`/reminders/${id}`)
  },
  async (stage, who) =>
    keepFor(
      who,
      stage.snippets,
      await who.post('/saved_snippets', { title: newName(stage), content: 'x' }),
      'saved_snippet_id',
    ),
  async (stage) => {
    const { who, id } = kept(stage, stage.snippets)
    return who.patch(`/saved_snippets/${id}`, { title: newName(stage) })
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.snippets)
    return who.delete(`/saved_snippets/${id}`)
  },
  async (stage, who) =>
    keep(
      stage.polls,
      await say(stage, who, { ...inChannel(stage), content: '/poll Tea?\nyes\nno' }),
      'id',
    ),
  async (stage, who) =>
    who.post('/submessage', {
      message_id: one(stage, stage.polls, 1),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    }),
  async (stage, who) =>
    who.post('/navigation_views', {
      fragment: `narrow/is/${(stage.count += 1)}`,
      is_pinned: flag(stage),
      name: newName(stage),
    }),
  async (stage, who) => sendFiles(stage.world, who, [{ name: 'a.txt', content: newName(stage) }]),
  async (stage, who) =>
    who.patch('/settings', {
      [one(stage, ['enter_sends', 'twenty_four_hour_time', 'starred_message_counts'], 'x')]:
        flag(stage),
      emojiset: one(stage, ['google', 'text', 'twitter'], 'text'),
    }),
  async (stage) =>
    keep(
      stage.linkifiers,
      await stage.world.owner.post('/realm/filters', {
        pattern: `T${(stage.count += 1)}-(?P<id>[0-9]+)`,
        url_template: 'https://x.test/{id}',
      }),
      'id',
    ),
  async (stage) => stage.world.owner.delete(`/realm/filters/${stage.linkifiers.pop() ?? 0}`),
  async (stage) =>
    stage.world.owner.post('/realm/playgrounds', {
      name: newName(stage),
      highlighter_language: 'Rust',
      url_template: 'https://x.test/{code}',
    }),
  async (stage) =>
    stage.world.owner.post('/realm/domains', {
      domain: `d${(stage.count += 1)}.test`,
      allow_subdomains: flag(stage),
    }),
  async (stage, who) =>
    sendFiles(
      stage.world,
      who,
      [{ name: 'x.png', content: pngOf(8, 8) }],
      `/realm/emoji/e${(stage.count += 1)}`,
    ),
  async (stage, who) => who.delete(`/realm/emoji/e${stage.count}`),
  async (stage) =>
    stage.world.owner.patch('/realm', {
      [one(stage, ['allow_message_editing', 'enable_read_receipts', 'presence_disabled'], 'x')]:
        flag(stage),
      description: newName(stage),
    }),
  async (stage) =>
    stage.world.owner.patch('/realm/user_settings_defaults', { enter_sends: flag(stage) }),
  async (stage) =>
    stage.world.owner.post('/invites', { invitee_emails: `i${(stage.count += 1)}@x.test` }),
  async (_stage, who) => who.post('/register_client_device'),
]
