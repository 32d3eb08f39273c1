import { OperationError } from '../../src/contract/errors.ts'
import { loadExtractJob } from '../../src/extract/extract-job.ts'
import type { ThreadPage } from './page.ts'

/** What the reader made of a page: its Markdown, and whether it said that there is no content. */
export interface MarkdownReading {
  markdown: string
  isRefused: boolean
}

/** Reads one page as `extract` does, with what readers say below an article where that is asked for. */
export async function readThread(
  { url, html }: ThreadPage,
  comments: boolean,
): Promise<MarkdownReading> {
  const extract = await loadExtractJob()
  try {
    const { markdown, needsJs, blocked } = await extract({
      url,
      status: 200,
      kind: 'html',
      contentType: 'text/html; charset=utf-8',
      bytes: Buffer.from(html),
      links: 'inline',
      images: 'keep',
      include: comments ? ['comments'] : [],
    })
    return { markdown, isRefused: needsJs === true || blocked === true }
  } catch (thrown) {
    if (thrown instanceof OperationError) return { markdown: '', isRefused: true }
    throw thrown
  }
}
