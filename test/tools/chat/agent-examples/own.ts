import { expect } from 'vitest'
import type { AgentExamples, Stage } from './example.ts'

const draft = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('create_drafts', { channel: 'lab', topic: 't', content: 'later' }))['id']
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const scheduled = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('create_scheduled_message', { channel: 'lab', content: 'later', at: soon() }))['id']
const snippet = async ({ ask }: Stage): Promise<unknown> =>
  (await ask('create_saved_snippet', { title: 'bye', content: 'Bye.' }))['saved_snippet_id']

/** The caller's personal data. */
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
}
