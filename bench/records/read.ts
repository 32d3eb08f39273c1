import { OperationError } from '../../src/contract/errors.ts'
import { extractJob } from '../../src/extract/extract-job.ts'
import type { Output } from './measure/output.ts'
import type { RecordPage } from './page.ts'

/** Reads a page as `extract` does, links written inline; a page that it refuses is empty. */
export async function readRecord({ url, html }: RecordPage): Promise<Output> {
  try {
    return await extractJob({
      url,
      status: 200,
      kind: 'html',
      contentType: 'text/html; charset=utf-8',
      bytes: Buffer.from(html),
      links: 'inline',
      images: 'keep',
    })
  } catch (thrown) {
    if (thrown instanceof OperationError) return { title: '', markdown: '' }
    throw thrown
  }
}
