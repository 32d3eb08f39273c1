import { expect } from 'vitest'
import { general, type Probe } from '../chat-access/probe.ts'
import { administrators, everybody, nobody, owners } from '../chat-access/rules.ts'
import { pngOf } from '../pictures.ts'
import type { AgentExamples, Stage } from './example.ts'

const linkifier = async ({ ask }: Stage, pattern: string): Promise<unknown> => {
  const url_template = 'https://example.com/{id}'
  return (await ask('add_linkifier', { pattern, url_template }))['id']
}

/** What administrators set for everybody, and what one needs to know of the server. */
export const organizationExamples: AgentExamples = {
  get_server_settings: {
    call: {},
    shows: { service_feature_level: expect.any(Number) },
    fails: 'never',
  },
  update_realm: {
    call: { options: { description: 'A team.' } },
    shows: {},
    fails: [{ options: { zzz: true } }, /no option.*\nOptions: /],
  },
  update_realm_user_settings_defaults: {
    call: { starred_message_counts: false },
    shows: {},
    fails: [{ color_scheme: 9 }, /color_scheme/],
  },
  upload_realm_icon: {
    call: { base64: pngOf(4, 4).toString('base64') },
    shows: {},
    fails: [{ base64: 'PHN2Zy8+' }, /Could not decode image/],
  },
  remove_realm_icon: { call: {}, shows: {}, fails: [{ night: true }, /night/] },
  upload_realm_logo: {
    call: { night: true, base64: pngOf(4, 4).toString('base64') },
    shows: {},
    fails: [{ base64: 'PHN2Zy8+' }, /Could not decode image/],
  },
  remove_realm_logo: { call: { night: true }, shows: {}, fails: [{ night: 7 }, /night/] },
  export_realm: {
    call: {},
    shows: { id: expect.any(Number) },
    fails: [{ export_type: 'full_without_consent' }, /Only the operator/],
  },
  get_realm_exports: {
    call: {},
    shows: { exports: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  get_realm_export_consents: {
    call: {},
    shows: { export_consents: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  get_linkifiers: {
    call: {},
    shows: { linkifiers: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  add_linkifier: {
    call: { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' },
    shows: { id: expect.any(Number) },
    fails: [{ pattern: '(', url_template: 'https://example.com/{id}' }, /./],
  },
  update_linkifier: {
    call: async (stage) => ({
      filter_id: await linkifier(stage, 'U(?P<id>[0-9]+)'),
      pattern: 'V(?P<id>[0-9]+)',
      url_template: 'https://example.com/{id}',
    }),
    shows: {},
    fails: [
      { filter_id: 99_999, pattern: 'x(?P<id>1)', url_template: 'https://example.com/{id}' },
      /not found/,
    ],
  },
  remove_linkifier: {
    call: async (stage) => ({ filter_id: await linkifier(stage, 'W(?P<id>[0-9]+)') }),
    shows: {},
    fails: [{ filter_id: 99_999 }, /not found/],
  },
  reorder_linkifiers: {
    call: async ({ ask }) => {
      const { linkifiers } = await ask('get_linkifiers')
      const ids = (linkifiers as { id: number }[]).map(({ id }) => id)
      return { ordered_linkifier_ids: ids.toReversed() }
    },
    shows: {},
    fails: [{ ordered_linkifier_ids: [99_999] }, /exactly once/],
  },
  get_custom_emoji: { call: {}, shows: { emoji: {} }, fails: 'never' },
  deactivate_custom_emoji: {
    fails: [{ emoji_name: 'nothing' }, /./],
  },
  add_code_playground: {
    call: {
      name: 'Rust',
      highlighter_language: 'Rust',
      url_template: 'https://example.com/{code}',
    },
    shows: { id: expect.any(Number) },
    fails: [
      { name: 'x', highlighter_language: 'Rust', url_template: 'https://example.com' },
      /url_template|URL template/,
    ],
  },
  remove_code_playground: {
    call: async ({ ask }) => {
      const url_template = 'https://example.com/go?{code}'
      const input = { name: 'Go', highlighter_language: 'Go', url_template }
      return { playground_id: (await ask('add_code_playground', input))['id'] }
    },
    shows: {},
    fails: [{ playground_id: 99_999 }, /Invalid playground/],
  },
  get_realm_domains: { call: {}, shows: { domains: [] }, fails: [{ from: -1 }, /from/] },
  add_realm_domain: {
    call: { domain: 'one.example', allow_subdomains: true },
    shows: { new_domain: [expect.any(Number), 'one.example'] },
    fails: [{ domain: 'x', allow_subdomains: false }, /at least one dot/],
  },
  patch_realm_domain: {
    call: async ({ ask }) => {
      await ask('add_realm_domain', { domain: 'two.example', allow_subdomains: true })
      return { domain: 'two.example', allow_subdomains: false }
    },
    shows: {},
    fails: [{ domain: 'no.example', allow_subdomains: false }, /No entry found/],
  },
  delete_realm_domain: {
    call: async ({ ask }) => {
      await ask('add_realm_domain', { domain: 'three.example', allow_subdomains: true })
      return { domain: 'three.example' }
    },
    shows: {},
    fails: [{ domain: 'no.example' }, /No entry found/],
  },
}

const newLinkifier = { pattern: 'x(?P<id>[0-9]+)', url_template: 'https://x.test/{id}' }

/** Who may change the organization. */
export const organizationProbes: readonly Probe[] = [
  ...general(everybody, {
    get_server_settings: {},
    get_linkifiers: {},
    get_custom_emoji: {},
    get_realm_domains: {},
  }),
  ...general(nobody, {
    'upload_realm_icon by no file': {},
    'upload_realm_logo by no file': {},
  }),
  ...general(administrators, {
    remove_realm_icon: {},
    remove_realm_logo: {},
    export_realm: {},
    get_realm_exports: {},
    get_realm_export_consents: {},
    update_realm: { name: 'Other' },
    update_realm_user_settings_defaults: { enter_sends: true },
    add_linkifier: newLinkifier,
    update_linkifier: { filter_id: 1, ...newLinkifier, pattern: 'z(?P<id>[0-9]+)' },
    remove_linkifier: { filter_id: 1 },
    reorder_linkifiers: { ordered_linkifier_ids: [1] },
    add_code_playground: {
      name: 'p',
      highlighter_language: 'python',
      url_template: 'https://x.test/{code}',
    },
    remove_code_playground: { playground_id: 1 },
    deactivate_custom_emoji: { emoji_name: 'theirs' },
  }),
  ...general(owners, {
    add_realm_domain: { domain: 'b.test', allow_subdomains: false },
    patch_realm_domain: { domain: 'a.test', allow_subdomains: true },
    delete_realm_domain: { domain: 'a.test' },
  }),
]
