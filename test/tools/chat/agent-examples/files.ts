import { expect } from 'vitest'
import { pngOf } from '../../../support/pictures.ts'
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
    fails: 'without account',
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
}
