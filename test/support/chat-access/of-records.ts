import { about, general, type Probe } from './probe.ts'
import type { Verdict } from './rules.ts'
import type { CallerIdentity } from './scene.ts'

const mine = (_: CallerIdentity, whose: 'mine' | "other's"): Verdict =>
  whose === 'mine' ? 'yes' : 'as if missing'

/** Operations on what belongs to one user. */
export const ofRecords: readonly Probe[] = [
  ...about('draft', mine, {
    edit_draft: ({ id }) => ({
      draft_id: id,
      draft: { type: '', to: [], topic: '', content: 'changed' },
    }),
    delete_draft: ({ id }) => ({ draft_id: id }),
  }),
  ...about('token', mine, {
    remove_fcm_token: ({ id }) => ({ token: String(id) }),
    remove_apns_token: ({ id }) => ({ token: String(id) }),
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
  }),
  ...about('scheduled', mine, {
    update_scheduled_message: ({ id }) => ({ scheduled_message_id: id, content: 'changed' }),
    delete_scheduled_message: ({ id }) => ({ scheduled_message_id: id }),
  }),
  ...about('view', mine, {
    edit_navigation_view: ({ key }) => ({ fragment: key, is_pinned: false }),
    remove_navigation_view: ({ key }) => ({ fragment: key }),
  }),
  ...about('queue', mine, {
    get_events: ({ key }) => ({ queue_id: key, last_event_id: -1, dont_block: true }),
    delete_queue: ({ key }) => ({ queue_id: key }),
    chat_wait_for_events: ({ key }) => ({ cursor: `${key}:0`, seconds: 0 }),
  }),
]

/** Operations on uploads. */
export const ofUploads: readonly Probe[] = [
  ...about('upload', (_, one) => (one === "other's" ? 'as if missing' : 'yes'), {
    get_file_temporary_url: ({ key }) => ({ realm_id_str: '1', filename: key }),
  }),
  ...about('upload', (_, one) => (one === 'mine' ? 'yes' : 'as if missing'), {
    remove_attachment: ({ id }) => ({ attachment_id: id }),
  }),
  ...general(() => 'yes', { get_attachments: {} }),
  ...general(() => 'no', {
    'upload_file by no file': {},
    'upload_custom_emoji by no file': { emoji_name: 'new' },
  }),
]
