import { z } from 'zod'
import { WAIT_FOR_MAX_MS } from '../../contract/browser.ts'
import { webAddress } from '../../contract/web-address.ts'
import { INCLUDABLE_KINDS, LEFT_OUT_KINDS } from '../../extract/engine.ts'
import { COPY_AGE_MAX_S, SELECTOR_MAX_CHARS, SELECTORS_MAX_COUNT } from '../../extract/limits.ts'
import { isSelector } from '../../extract/selectors/selectors.ts'
import { textUpTo } from '../../lib/text-bounds.ts'
import { PART_MAX_CHARS, PART_MIN_CHARS, PART_MIN_TOKENS } from '../../markdown/limits.ts'

const waitFor = z
  .string()
  .refine(
    isWaitFor,
    `a CSS selector, such as .price, or milliseconds up to ${WAIT_FOR_MAX_MS}, such as 3000`,
  )

/** What to wait for on a page in a browser, as callers write it: a CSS selector, or milliseconds, as text or as a number. */
export const waitForField = z
  .preprocess((given) => (isCount(given) ? String(given) : given), waitFor)
  .optional()
  .describe('Wait for a CSS selector or milliseconds.')

function isCount(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 0
}

function isWaitFor(text: string): boolean {
  if (/^\d+$/.test(text)) return Number(text) <= WAIT_FOR_MAX_MS
  return text.length <= SELECTOR_MAX_CHARS && isSelector(text)
}

const selector = textUpTo(SELECTOR_MAX_CHARS).refine(
  isSelector,
  'a CSS selector, such as main .post > p:first-child',
)

/** Fields of every tool that gives long texts in parts. */
export const partFields = {
  maxChars: z
    .int()
    .min(PART_MIN_CHARS)
    .max(PART_MAX_CHARS)
    .optional()
    .describe('Limit for one answer.'),
  cursor: z.string().optional().describe('nextCursor of the last answer.'),
}

/** Input of reading a page: which part of it is wanted, in which form, and how much at once. */
export const articleInput = z.object({
  url: webAddress,
  selector: selector
    .optional()
    .describe('Only this CSS selector.')
    .meta({ examples: ['main'] }),
  exclude: z
    .array(selector)
    .max(SELECTORS_MAX_COUNT)
    .optional()
    .describe('Leave out these CSS selectors.'),
  focus: z.enum(['balanced', 'precision', 'recall']).optional().describe('recall keeps more.'),
  include: z.array(z.enum(INCLUDABLE_KINDS)).optional(),
  maxChars: partFields.maxChars,
  maxTokens: z.int().min(PART_MIN_TOKENS).optional().describe('Used in place of maxChars.'),
  cursor: partFields.cursor,
  links: z.enum(['inline', 'reference', 'none']).optional(),
  images: z.enum(['keep', 'alt', 'none']).optional(),
  head: z.boolean().optional().describe('Begin with author and date.'),
  maxAge: z
    .int()
    .min(0)
    .max(COPY_AGE_MAX_S)
    .optional()
    .describe('Oldest copy to take, in seconds.'),
  render: z.enum(['auto', 'never', 'always']).optional().describe('When to use a browser.'),
  waitFor: waitForField,
  open: z.boolean().optional().describe('Open folds and scroll lists.'),
})
/** One part of an article, with what is known of its page. */
export const articleOutput = z.object({
  url: z.string().describe('Address of the page after redirects.'),
  title: z.string(),
  markdown: z.string(),
  wordCount: z.int().describe('Words of the whole article.'),
  fetchedAt: z
    .string()
    .describe('Time in ISO 8601 UTC; a cached copy tells when it was last current.'),
  language: z.string().optional().describe('Language as the page states it.'),
  author: z.string().optional().describe('Named only where head is true.'),
  publishedAt: z.string().optional().describe('Date or time in ISO 8601.'),
  modifiedAt: z.string().optional().describe('Date or time in ISO 8601.'),
  siteName: z.string().optional(),
  pageType: z.enum(['article', 'forum', 'product', 'listing', 'docs', 'other']).optional(),
  needsJs: z.boolean().optional().describe('True where scripts may add most of the text.'),
  blocked: z.boolean().optional().describe('True where the page may be a bot check.'),
  paywalled: z.boolean().optional().describe('True where not all of the article is free.'),
  notFound: z.boolean().optional().describe('True where the page says that it was not found.'),
  next: z.string().optional().describe('Address of the next page of a series.'),
  rendered: z.boolean().optional().describe('True where a browser showed the page.'),
  unfinished: z.boolean().optional().describe('True where waitFor may bring more.'),
  notShown: z.array(z.string()).optional().describe('What else the page has.'),
  status: z.int().optional().describe('HTTP status of an error.'),
  fromCache: z.boolean().optional().describe('True where a cached copy was read.'),
  age: z.int().optional().describe('Age of the cached copy, in seconds.'),
  removed: z
    .partialRecord(z.enum([...LEFT_OUT_KINDS, 'pictures']), z.int())
    .optional()
    .describe('How many texts are left out of markdown, by kind.'),
  truncated: z.boolean().optional().describe('True where another part follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('How many characters follow this part.'),
})
