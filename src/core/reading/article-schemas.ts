import { z } from 'zod'
import { webAddress } from '../../contract/web-address.ts'
import { LEFT_OUT_KINDS } from '../../extract/content/leave/left-out.ts'
import { COPY_AGE_MAX_S, SELECTOR_MAX_CHARS, SELECTORS_MAX_COUNT } from '../../extract/limits.ts'
import { isSelector } from '../../extract/selectors/selectors.ts'
import { textUpTo } from '../../lib/text-bounds.ts'
import { PART_MAX_CHARS, PART_MIN_CHARS, PART_MIN_TOKENS } from '../../markdown/limits.ts'
import { waitForField } from './wait-for-field.ts'

const selector = textUpTo(SELECTOR_MAX_CHARS).refine(
  isSelector,
  'a CSS selector, such as main .post > p:first-child',
)

/** Input of reading a page: which part of it is wanted, in which form, and how much at once. */
export const articleInput = z.object({
  url: webAddress,
  selector: selector
    .optional()
    .describe('CSS: only this part.')
    .meta({ examples: ['main'] }),
  exclude: z.array(selector).max(SELECTORS_MAX_COUNT).optional().describe('CSS: without these.'),
  focus: z.enum(['balanced', 'precision', 'recall']).optional().describe('recall keeps more.'),
  include: z.array(z.enum(LEFT_OUT_KINDS)).optional().describe('Kinds of removed to keep.'),
  maxChars: z.int().min(PART_MIN_CHARS).max(PART_MAX_CHARS).optional().describe('Of one part.'),
  maxTokens: z.int().min(PART_MIN_TOKENS).optional().describe('Of one part.'),
  cursor: z.string().optional().describe('From nextCursor.'),
  links: z.enum(['inline', 'reference', 'none']).optional().describe('Their form.'),
  images: z.enum(['keep', 'alt', 'none']).optional().describe('alt: as text.'),
  head: z.boolean().optional().describe('Author, date first.'),
  maxAge: z.int().min(0).max(COPY_AGE_MAX_S).optional().describe('Of a copy, seconds.'),
  render: z.enum(['auto', 'never', 'always']).optional().describe('In a browser.'),
  waitFor: waitForField,
})
/** One part of an article, with what is known of its page. */
export const articleOutput = z.object({
  url: z.string().describe('Address after redirects.'),
  title: z.string(),
  markdown: z.string(),
  wordCount: z.int().describe('Words of the whole article.'),
  fetchedAt: z.string().describe('ISO 8601 UTC. Of a cached copy: when it was last current.'),
  language: z.string().optional().describe('As the page states it.'),
  author: z.string().optional().describe('With head.'),
  publishedAt: z.string().optional().describe('ISO 8601.'),
  modifiedAt: z.string().optional().describe('ISO 8601.'),
  siteName: z.string().optional(),
  pageType: z.enum(['article', 'forum', 'product', 'listing', 'docs', 'other']).optional(),
  needsJs: z.boolean().optional().describe('True when scripts may add most of the text.'),
  blocked: z.boolean().optional().describe('True when it may be a bot check.'),
  paywalled: z.boolean().optional().describe('True when not all of it is free.'),
  rendered: z.boolean().optional().describe('True for the text of a browser.'),
  fromCache: z.boolean().optional().describe('True for a cached copy.'),
  age: z.int().optional().describe('Of a cached copy, seconds.'),
  removed: z
    .partialRecord(z.enum([...LEFT_OUT_KINDS, 'pictures']), z.int())
    .optional()
    .describe('Texts left out of markdown, counted by kind.'),
  truncated: z.boolean().optional().describe('True when more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('Characters after this part.'),
})
