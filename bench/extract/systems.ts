import { OperationError } from '../../src/contract/errors.ts'
import { decodeHtml } from '../../src/lib/decode.ts'
import { htmlToText, markdownToText } from './plain.ts'

/** A way to get the main content of a page. */
export interface System {
  /** Markdown (of the plain stack: HTML); `''` where it refuses the page. This is what is timed. */
  read(bytes: Uint8Array, url: string): Promise<string>
}

/** The words of what a system answers, for the scores. */
export function wordsOf(name: SystemName, answer: string): string {
  return name === 'linkedom + Readability' ? htmlToText(answer) : markdownToText(answer)
}

/** Systems that are compared. Each is loaded in a process of its own. */
export const systems: Readonly<Record<SystemName, () => Promise<System>>> = {
  bellhop: async () => {
    const { extractJob } = await import('../../src/extract/extract-job.ts')
    const { loadEngine } = await import('../../src/extract/load-engine.ts')
    const { loadModel } = await import('../../src/extract/content/model/load-model.ts')
    // Like the imports of the others, before the first page.
    await Promise.all([loadEngine(), loadModel()])
    const read = async (bytes: Uint8Array, url: string): Promise<string> => {
      try {
        const { markdown } = await extractJob({
          url,
          status: 200,
          kind: 'html',
          contentType: 'text/html',
          bytes,
          links: 'inline',
          images: 'keep',
        })
        return markdown
      } catch (thrown) {
        if (thrown instanceof OperationError) return ''
        throw thrown
      }
    }
    return { read }
  },
  'linkedom + Readability': async () => {
    const { parseHTML } = await import('linkedom')
    const { Readability } = await import('@mozilla/readability')
    const read = async (bytes: Uint8Array): Promise<string> => {
      const { document } = parseHTML(decodeHtml(bytes, 'text/html'))
      return new Readability(document).parse()?.content ?? ''
    }
    return { read }
  },
  'linkedom + Readability + turndown': async () => {
    const { parseHTML } = await import('linkedom')
    const { Readability } = await import('@mozilla/readability')
    const { default: Turndown } = await import('turndown')
    const { gfm } = await import('@joplin/turndown-plugin-gfm')
    const read = async (bytes: Uint8Array): Promise<string> => {
      const { document } = parseHTML(decodeHtml(bytes, 'text/html'))
      const article = new Readability(document).parse()
      const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
      turndown.use(gfm)
      return turndown.turndown(article?.content ?? '')
    }
    return { read }
  },
  'jsdom + Readability + turndown': async () => {
    const { JSDOM, VirtualConsole } = await import('jsdom')
    const { Readability } = await import('@mozilla/readability')
    const { default: Turndown } = await import('turndown')
    const { gfm } = await import('@joplin/turndown-plugin-gfm')
    const read = async (bytes: Uint8Array, url: string): Promise<string> => {
      const dom = new JSDOM(decodeHtml(bytes, 'text/html'), {
        url,
        virtualConsole: new VirtualConsole(),
      })
      try {
        const article = new Readability(dom.window.document).parse()
        const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
        turndown.use(gfm)
        return turndown.turndown(article?.content ?? '')
      } finally {
        dom.window.close()
      }
    }
    return { read }
  },
}

/** Names of the systems, as the table shows them. */
export type SystemName =
  | 'bellhop'
  | 'linkedom + Readability'
  | 'linkedom + Readability + turndown'
  | 'jsdom + Readability + turndown'
