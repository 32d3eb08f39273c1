import { OperationError } from '../../src/contract/errors.ts'
import { extractJob } from '../../src/extract/extract-job.ts'
import { htmlToText, markdownToText } from '../extract/plain.ts'
import { systems } from '../extract/systems.ts'
import type { GeneratedPage } from './page.ts'

/** What a system made of a page. */
export interface Reading {
  text: string
  /** True when it said, by an error or a flag, that there is no content. */
  isRefused: boolean
}

/** Reads one page. */
export type Reader = (page: GeneratedPage) => Promise<Reading>

/** Reads a page as `extract` does. */
export const readOurs: Reader = async ({ url, html }) => {
  try {
    const { markdown, needsJs, blocked } = await extractJob({
      url,
      status: 200,
      kind: 'html',
      contentType: 'text/html; charset=utf-8',
      bytes: Buffer.from(html),
      links: 'inline',
      images: 'keep',
    })
    return { text: markdownToText(markdown), isRefused: needsJs === true || blocked === true }
  } catch (thrown) {
    if (thrown instanceof OperationError) return { text: '', isRefused: true }
    throw thrown
  }
}

/** Returns a reader by Readability; the document it gets is that of linkedom. */
export async function loadReadability(): Promise<Reader> {
  const system = await systems['linkedom + Readability']()
  return async ({ url, html }) => {
    // It throws on some pages: those count as lost.
    const content = await system.read(Buffer.from(html), url).catch(() => '')
    const text = htmlToText(content)
    return { text, isRefused: text === '' }
  }
}
