import { expect } from 'vitest'
import { about, general, type Probe } from '../chat-access/probe.ts'
import { everybody, mine, nobody, reading } from '../chat-access/rules.ts'
import { LATER_SECONDS } from '../chat-access/things.ts'
import type { AgentExamples, Stage } from './example.ts'

const draft = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('create_drafts', { channel: 'lab', topic: 't', content: 'later' }))['id']
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const scheduled = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('create_scheduled_message', { channel: 'lab', content: 'later', at: soon() }))['id']
const reminder = async ({ ask, message }: Stage): Promise<unknown> =>
  (
    await ask('create_message_reminder', {
      message_id: message,
      scheduled_delivery_timestamp: 4_000_000_000,
    })
  )['reminder_id']
const snippet = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('create_saved_snippet', { title: 'bye', content: 'Bye.' }))['saved_snippet_id']

/** The caller's personal data and devices. */
export const ownExamples: AgentExamples = {
  get_drafts: { call: {}, shows: { drafts: expect.any(Array) }, fails: [{ from: -1 }, /from/] },
  create_drafts: {
    call: { people: ['Bob'], content: 'Dear Bob' },
    shows: { id: expect.any(Number) },
    fails: [{ content: 'to nobody' }, /Name a channel, or people/],
  },
  edit_draft: {
    call: async (stage) => ({
      draft_id: await draft(stage),
      draft: { type: '', to: [], topic: '', content: 'changed' },
    }),
    shows: {},
    fails: [
      { draft_id: 99_999, draft: { type: '', to: [], topic: '', content: 'x' } },
      /does not exist/,
    ],
  },
  delete_draft: {
    call: async (stage) => ({ draft_id: await draft(stage) }),
    shows: {},
    fails: [{ draft_id: 99_999 }, /does not exist/],
  },
  get_scheduled_messages: {
    call: {},
    shows: { scheduled_messages: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  create_scheduled_message: {
    call: () => ({ people: ['Bob'], content: 'Good morning', at: soon() }),
    shows: { id: expect.any(Number) },
    fails: [{ people: ['Bob'], content: 'x', at: 'soon' }, /at/],
  },
  update_scheduled_message: {
    call: async (stage) => ({
      scheduled_message_id: await scheduled(stage),
      content: 'much later',
    }),
    shows: {},
    fails: [{ scheduled_message_id: 99_999, content: 'x' }, /not exist/],
  },
  delete_scheduled_message: {
    call: async (stage) => ({ scheduled_message_id: await scheduled(stage) }),
    shows: {},
    fails: [{ scheduled_message_id: 99_999 }, /not exist/],
  },
  create_big_blue_button_video_call: { fails: [{}, /not configured/] },
  create_constructor_groups_video_call: { fails: [{}, /not configured/] },
  create_nextcloud_talk_video_call: { fails: [{}, /not configured/] },
  create_webex_video_call: { fails: [{}, /not been configured/] },
  get_reminders: {
    call: {},
    shows: { reminders: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  create_message_reminder: {
    call: ({ message }) => ({ message_id: message, scheduled_delivery_timestamp: 4_000_000_000 }),
    shows: { reminder_id: expect.any(Number) },
    fails: [
      { message_id: 999_999, scheduled_delivery_timestamp: 4_000_000_000 },
      /Invalid message/,
    ],
  },
  delete_reminder: {
    call: async (stage) => ({ reminder_id: await reminder(stage) }),
    shows: {},
    fails: [{ reminder_id: 99_999 }, /not exist/],
  },
  get_saved_snippets: {
    call: {},
    shows: { saved_snippets: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  create_saved_snippet: {
    call: { title: 'hello', content: 'Good morning.' },
    shows: { saved_snippet_id: expect.any(Number) },
    fails: [{ title: ' ', content: 'x' }, /Title cannot be empty/],
  },
  edit_saved_snippet: {
    call: async (stage) => ({ saved_snippet_id: await snippet(stage), content: 'See you.' }),
    shows: {},
    fails: [{ saved_snippet_id: 99_999, content: 'x' }, /not exist/],
  },
  delete_saved_snippet: {
    call: async (stage) => ({ saved_snippet_id: await snippet(stage) }),
    shows: {},
    fails: [{ saved_snippet_id: 99_999 }, /not exist/],
  },
  update_storage: {
    call: { storage: { seen: '7' } },
    shows: {},
    fails: [{ storage: { '': 'x' } }, /storage/],
  },
  get_storage: {
    call: {},
    shows: { storage: expect.any(Object) },
    fails: [{ keys: ['never kept'] }, /Key does not exist/],
  },
  remove_storage: {
    call: {},
    shows: {},
    fails: [{ keys: ['never kept'] }, /Key does not exist/],
  },
  get_navigation_views: {
    call: {},
    shows: { navigation_views: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  add_navigation_view: {
    call: { fragment: 'narrow/has/attachment', is_pinned: true, name: 'Files' },
    shows: {},
    fails: [{ fragment: '', is_pinned: true }, /blank/],
  },
  edit_navigation_view: {
    call: async ({ ask }) => {
      const view = { fragment: 'narrow/has/image', is_pinned: true, name: 'Pictures' }
      await ask('add_navigation_view', view)
      return { fragment: view.fragment, name: 'Photos' }
    },
    shows: {},
    fails: [{ fragment: 'narrow/nothing', is_pinned: true }, /not exist/],
  },
  remove_navigation_view: {
    call: async ({ ask }) => {
      const view = { fragment: 'narrow/has/link', is_pinned: true, name: 'Links' }
      await ask('add_navigation_view', view)
      return { fragment: view.fragment }
    },
    shows: {},
    fails: [{ fragment: 'narrow/nothing' }, /not exist/],
  },
  get_alert_words: {
    call: {},
    shows: { alert_words: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  add_alert_words: {
    call: { alert_words: ['release'] },
    shows: { alert_words: ['release'] },
    fails: [{ alert_words: [] }, /must not be empty/],
  },
  remove_alert_words: {
    call: async ({ ask }) => {
      await ask('add_alert_words', { alert_words: ['passing'] })
      return { alert_words: ['passing'] }
    },
    shows: { alert_words: expect.any(Array) },
    fails: [{}, /alert_words/],
  },
  update_settings: {
    call: { options: { timezone: 'Europe/Rome', enter_sends: true } },
    shows: {},
    fails: [{ options: { timezone: 'Mars/Base' } }, /Invalid timezone/],
  },
  register_client_device: {
    call: {},
    shows: { device_id: expect.any(Number) },
    fails: 'never',
  },
  remove_client_device: {
    call: async ({ ask }) => ask('register_client_device'),
    shows: {},
    fails: [{ device_id: 999 }, /Invalid `device_id`/],
  },
  e2ee_test_notify: { fails: [{ device_id: 999 }, /not configured/] },
  test_notify: { fails: [{ token: 'nowhere' }, /not recognized/] },
  register_push_device: { fails: [{ device_id: 999 }, /not configured/] },
  add_fcm_token: { call: { token: 'one' }, shows: {}, fails: [{ token: '' }, /length/] },
  remove_fcm_token: { fails: [{ token: 'two' }, /does not exist/] },
  add_apns_token: { call: { token: 'c0' }, shows: {}, fails: [{ token: 'xyz' }, /APNS/] },
  remove_apns_token: { fails: [{ token: 'ff' }, /does not exist/] },
}

/** Who may do what with what belongs to one account. */
export const ownProbes: readonly Probe[] = [
  ...about('draft', mine, {
    edit_draft: ({ id }) => ({
      draft_id: id,
      draft: { type: '', to: [], topic: '', content: 'changed' },
    }),
    delete_draft: ({ id }) => ({ draft_id: id }),
  }),
  ...about('snippet', mine, {
    edit_saved_snippet: ({ id }) => ({ saved_snippet_id: id, title: 'changed' }),
    delete_saved_snippet: ({ id }) => ({ saved_snippet_id: id }),
  }),
  ...about('device', mine, {
    remove_client_device: ({ id }) => ({ device_id: id }),
  }),
  // There is no relay here: with one, see register-push-device.test.ts.
  ...about('device', () => 'no', {
    register_push_device: ({ id }) => ({ device_id: id }),
    e2ee_test_notify: ({ id }) => ({ device_id: id }),
  }),
  ...about('scheduled', mine, {
    update_scheduled_message: ({ id }) => ({ scheduled_message_id: id, content: 'changed' }),
    delete_scheduled_message: ({ id }) => ({ scheduled_message_id: id }),
  }),
  ...about('reminder', mine, { delete_reminder: ({ id }) => ({ reminder_id: id }) }),
  ...about('message', reading, {
    create_message_reminder: ({ id }) => ({
      message_id: id,
      scheduled_delivery_timestamp: LATER_SECONDS,
    }),
  }),
  ...about('view', mine, {
    edit_navigation_view: ({ key }) => ({ fragment: key, is_pinned: false }),
    remove_navigation_view: ({ key }) => ({ fragment: key }),
  }),
  ...general(nobody, {
    create_big_blue_button_video_call: {},
    create_constructor_groups_video_call: {},
    create_nextcloud_talk_video_call: {},
    create_webex_video_call: {},
  }),
  ...general(nobody, {
    test_notify: {},
    remove_fcm_token: { token: 'c0' },
    remove_apns_token: { token: 'c0' },
  }),
  ...general(everybody, {
    get_alert_words: {},
    add_alert_words: { alert_words: ['x'] },
    remove_alert_words: { alert_words: ['x'] },
    get_navigation_views: {},
    add_navigation_view: { fragment: 'inbox', is_pinned: true },
    get_storage: {},
    update_storage: { storage: { x: 'y' } },
    remove_storage: {},
    get_saved_snippets: {},
    create_saved_snippet: { title: 'y', content: 'x' },
    get_drafts: {},
    get_scheduled_messages: {},
    get_reminders: {},
    update_settings: { color_scheme: 2 },
    register_client_device: {},
    add_fcm_token: { token: 'c0' },
    add_apns_token: { token: 'c0' },
  }),
]
