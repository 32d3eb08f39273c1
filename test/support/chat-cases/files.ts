import { expect } from 'vitest'
import { about, general, type Probe } from '../chat-access/probe.ts'
import { everybody, nobody } from '../chat-access/rules.ts'
import { pngOf } from '../pictures.ts'
import type { AgentExamples, Stage } from './example.ts'

/** Uploads a text; returns its path below `/user_uploads/`. */
async function upload({ ask }: Stage): Promise<string> {
  const { markdown } = await ask('upload_file', { filename: 'x.txt', text: 'x' })
  return /\(\/user_uploads\/(.*)\)/.exec(markdown as string)?.[1] ?? ''
}

/** Uploads. */
export const fileExamples: AgentExamples = {
  upload_file: {
    call: { filename: 'plan [1].md', text: '# Plan' },
    shows: {
      markdown: expect.stringMatching(/^\[plan 1\.md\]\(\/user_uploads\/1\/.{32}\/plan-1\.md\)$/),
    },
    fails: [{ filename: 'x.txt' }, /one of text, base64 and url/],
  },
  upload_custom_emoji: {
    call: { name: 'hooter', base64: pngOf(4, 4).toString('base64') },
    shows: {},
    fails: [{ name: 'hooter2', base64: 'PHN2Zy8+' }, /Could not decode image/],
  },
  get_attachments: {
    call: async (stage) => {
      await upload(stage)
      return {}
    },
    shows: { attachments: expect.arrayContaining([expect.objectContaining({ name: 'x.txt' })]) },
    fails: 'never',
  },
  remove_attachment: {
    call: async (stage) => {
      const path = await upload(stage)
      const { attachments } = await stage.ask('get_attachments')
      const found = (attachments as { id: number; path_id: string }[]).find(
        ({ path_id }) => path_id === path,
      )
      return { attachment_id: found?.id }
    },
    shows: {},
    fails: [{ attachment_id: 99_999 }, /Invalid attachment/],
  },
  get_file_temporary_url: {
    call: async (stage) => {
      const [realm_id_str, ...rest] = (await upload(stage)).split('/')
      return { realm_id_str, filename: rest.join('/') }
    },
    shows: { url: expect.stringMatching(/^\/user_uploads\/temporary\//) },
    fails: [{ realm_id_str: '1', filename: 'x/y.txt' }, /not found/],
  },
  check_thumbnail_status: {
    call: async (stage) => {
      const [realm_id_str, ...rest] = (await upload(stage)).split('/')
      return { realm_id_str, filename: rest.join('/') }
    },
    shows: { has_thumbnail: false },
    fails: [{ realm_id_str: '1', filename: 'x/y.txt' }, /not found/],
  },
}

/** Who may do what with uploads. */
export const fileProbes: readonly Probe[] = [
  ...about('upload', (_, one) => (one === "other's" ? 'as if missing' : 'yes'), {
    get_file_temporary_url: ({ key }) => ({ realm_id_str: '1', filename: key }),
    check_thumbnail_status: ({ key }) => ({ realm_id_str: '1', filename: key }),
  }),
  ...about('upload', (_, one) => (one === 'mine' ? 'yes' : 'as if missing'), {
    remove_attachment: ({ id }) => ({ attachment_id: id }),
  }),
  ...general(everybody, { get_attachments: {} }),
  ...general(nobody, {
    'upload_file by no file': {},
    'upload_custom_emoji by no file': { emoji_name: 'new' },
  }),
]
