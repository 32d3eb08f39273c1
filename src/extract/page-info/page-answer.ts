import { OperationError } from '../../contract/errors.ts'
import type { Fetched } from '../../contract/net.ts'
import type { JobInput } from '../../contract/sandbox.ts'
import { contentKind, type ContentKind } from '../content-kind.ts'
import type { PageInfoJobInput } from '../page-info-job.ts'
import { badStatus, STATUS_MIN_BAD } from '../refusals.ts'

/** What an answer holds that has no HTML head to describe, and which operation reads it. */
const hints: Readonly<Record<Exclude<ContentKind, 'html'>, string>> = {
  markdown: 'This is a Markdown document. Read it with extract.',
  text: 'This is plain text. Read it with extract.',
  json: 'This is JSON. Read it with extract.',
  feed: 'This is a feed. Read it with rss_to_json.',
  xml: 'This is XML, not a web page. Read it with extract.',
  pdf: 'This is a PDF. Read it with pdf_to_markdown.',
  image: 'This is an image; unfurl makes a card of it.',
  media: 'This is sound or film. Use the address of the page that shows it.',
  binary: 'This is a file for download. Use the address of the page that links to it.',
  empty: 'The answer was empty. Use the address of a web page.',
}

/**
 * The job input of an HTML answer, also of one with an error status: the job asks it whether it is a bot wall.
 * Throws `upstream_refused` or `upstream_failed` for any other answer with an error status, `unsupported_content` for anything else but HTML.
 */
export function pageOf(fetched: Fetched): JobInput<PageInfoJobInput> {
  const kind = contentKind(fetched)
  if (kind !== 'html') {
    if (fetched.status >= STATUS_MIN_BAD) throw badStatus(fetched.status)
    throw new OperationError('unsupported_content', 'The address does not hold a web page.', {
      hint: hints[kind],
      fields: { kind },
    })
  }
  return {
    url: fetched.url,
    status: fetched.status,
    complete: fetched.complete,
    contentType: fetched.headers['content-type'] ?? '',
    bytes: fetched.held ?? fetched.body,
  }
}
