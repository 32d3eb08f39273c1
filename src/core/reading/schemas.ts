import { z } from 'zod'
import { WAIT_FOR_MAX_MS } from '../../contract/browser.ts'
import type { Structure } from '../../contract/result-view.ts'
import { webAddress } from '../../contract/web-address.ts'
import {
  DOCUMENT_FORMATS,
  documentNotes,
  HIDDEN_TEXT_REASONS,
  PAGE_UNITS,
} from '../../documents/document.ts'
import { INCLUDABLE_KINDS, LEFT_OUT_KINDS } from '../../extract/engine.ts'
import { COPY_AGE_MAX_S, SELECTOR_MAX_CHARS, SELECTORS_MAX_COUNT } from '../../extract/limits.ts'
import { isSelector } from '../../extract/selectors/selectors.ts'
import { shortTime } from '../../feed/feed-text.ts'
import { textUpTo } from '../../lib/text-bounds.ts'
import { PART_MAX_CHARS, PART_MIN_CHARS, PART_MIN_TOKENS } from '../../markdown/limits.ts'
import { HIDDEN_REASONS, REMOVED_KINDS, UNREADABLE_REASONS } from '../../pdf/removed.ts'
import { lackingNotes } from '../../pdf/write/part-pages.ts'
import { foundField } from '../run/find-field.ts'

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

const pageNumbers = z.array(z.int()).optional()
const ofPages = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.object({ page: z.int(), ...shape })).optional()

/** The text of a PDF, or a part of it. */
export const pdfOutput = z.object({
  url: z.string().describe('Address of the PDF after redirects.'),
  title: z.string(),
  author: z.string(),
  pages: z.int().describe('How many pages the document has.'),
  wordCount: z.int().describe('Words of all pages that were read.'),
  markdown: z.string(),
  pagesWithoutText: pageNumbers.describe('Pages without text, such as scans and pictures.'),
  tablesAsText: pageNumbers.describe(
    'Pages with tables given as text, since their columns are not certain.',
  ),
  pagesUnreadable: ofPages({ reason: z.enum(UNREADABLE_REASONS), share: z.number() }).describe(
    'Pages with text whose letters no font names, left out.',
  ),
  unreadableShare: z.number().optional().describe('Share of such letters.'),
  pictures: ofPages({ count: z.int() }).describe('Pictures of each page, which are not read.'),
  truncated: z.boolean().optional().describe('True where another part follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('How many characters follow this part.'),
  pagesLeft: z.string().optional().describe('Pages not read: pass as pages in another call.'),
  partPages: z
    .object({ first: z.int(), last: z.int() })
    .optional()
    .describe('First and last page of this part.'),
  removed: ofPages({
    kind: z.enum(REMOVED_KINDS),
    text: z.string().describe('Empty for hidden text.'),
    reason: z.enum(HIDDEN_REASONS).optional().describe('Why nobody sees it.'),
    words: z.int().optional(),
  }).describe('Texts that markdown leaves out.'),
})

/** The text of an office document, book, mail, notebook, table or archive, or a part of it. */
export const documentOutput = z.object({
  url: z.string().describe('Address of the document after redirects.'),
  format: z.enum(DOCUMENT_FORMATS),
  title: z.string(),
  author: z.string(),
  createdAt: z.string().optional().describe('Date and time, or a date (ISO 8601).'),
  modifiedAt: z.string().optional().describe('Date and time, or a date (ISO 8601).'),
  pages: z.int().optional().describe('How many sheets, slides or chapters it has.'),
  unit: z.enum(PAGE_UNITS).optional().describe('What its pages are.'),
  wordCount: z.int(),
  markdown: z.string(),
  pictures: z.int().optional().describe('How many pictures it shows, which are not read.'),
  notes: z.array(z.string()).optional().describe('What else there is to know of it.'),
  files: z
    .array(z.object({ name: z.string(), bytes: z.int() }))
    .optional()
    .describe('Files within it: each is read at the address of the document, !/ and its name.'),
  removed: z
    .array(
      z.object({
        kind: z.literal('hidden'),
        reason: z.enum(HIDDEN_TEXT_REASONS).describe('Why nobody sees it.'),
        page: z.int().optional(),
        words: z.int(),
      }),
    )
    .optional()
    .describe('Text that markdown leaves out.'),
  truncated: z.boolean().optional().describe('True where more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('How many characters follow this part.'),
  pagesLeft: z
    .string()
    .optional()
    .describe('Sheets, slides or chapters that were not read: pass as pages in another call.'),
})

/** What the text says of a PDF: what is left out of each page is counted in notes. */
export const pdfStructure: Structure<z.input<typeof pdfOutput>> = shorter(
  pdfOutput
    .omit({
      pagesWithoutText: true,
      tablesAsText: true,
      pagesUnreadable: true,
      unreadableShare: true,
      pictures: true,
      removed: true,
    })
    .extend({ notes: documentOutput.shape.notes, found: foundField }),
  (pdf) => noted(lackingNotes(pdf)),
)

/** What the text says of a document. */
export const documentStructure: Structure<z.input<typeof documentOutput>> = shorter(
  documentOutput.omit({ pictures: true, files: true, removed: true }).extend({ found: foundField }),
  (document) => noted(documentNotes(document)),
)

const funding = z.array(z.object({ url: z.string(), text: z.string().optional() })).optional()
const location = z
  .object({
    name: z.string().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
  })
  .optional()
const enclosure = z.object({
  url: z.string(),
  type: z.string().optional(),
  length: z.int().optional().describe('Size in bytes, as the feed states it.'),
  duration: z.int().optional().describe('Length in seconds.'),
})
const item = z.object({
  title: z.string(),
  link: z.string(),
  published: z.string().describe('Time in ISO 8601 UTC; empty where the feed tells no date.'),
  summary: z.string().describe('Plain text of 2,000 characters at most.'),
  id: z.string(),
  updated: z.string().optional(),
  author: z.string().optional(),
  categories: z.array(z.string()).optional(),
  image: z.string().optional(),
  enclosures: z.array(enclosure).optional(),
  contentHtml: z
    .string()
    .optional()
    .describe('Content as HTML without scripts, with absolute addresses.'),
  duration: z.int().optional().describe('Length in seconds.'),
  season: z.int().optional(),
  episode: z.int().optional(),
  episodeType: z.string().optional(),
  explicit: z.boolean().optional(),
  transcripts: z.array(z.object({ url: z.string(), type: z.string().optional() })).optional(),
  chapters: z.string().optional().describe('Address of the list of chapters.'),
  people: z.array(z.object({ name: z.string(), role: z.string().optional() })).optional(),
  comments: z.string().optional().describe('Address of the page with comments.'),
  soundbites: z
    .array(z.object({ start: z.number(), duration: z.number(), title: z.string().optional() }))
    .optional(),
  funding,
  location,
})

/** A feed of any format, or a part of it. */
export const feedOutput = z.object({
  feedType: z.enum(['rss', 'atom', 'json']),
  title: z.string(),
  itemCount: z.int().describe('How many items this answer has.'),
  items: z.array(item),
  version: z.string().describe('Version of the format.'),
  feedUrl: z.string().describe('Address of the feed that was read.'),
  otherFeeds: z.array(z.string()).optional().describe('More feeds that the page names.'),
  unreadFeeds: z
    .array(z.object({ url: z.string(), code: z.string() }))
    .optional()
    .describe('Feeds that the page names and that could not be read.'),
  isUsual: z
    .boolean()
    .optional()
    .describe('True where the feed was found at a usual address, not named by the page.'),
  link: z.string().describe('Address of the site.'),
  description: z.string(),
  language: z.string(),
  updated: z.string(),
  author: z.string(),
  image: z.string(),
  categories: z.array(z.string()),
  funding,
  location,
  totalItems: z.int().describe('How many items are not too old, in this answer or not.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next items.'),
  itemsLeft: z.int().optional().describe('How many items follow this answer.'),
  itemsUnread: z.int().optional().describe('How many further items no call can read.'),
})

const shortFeed = feedOutput
  .pick({
    feedType: true,
    title: true,
    feedUrl: true,
    description: true,
    itemCount: true,
    totalItems: true,
    unreadFeeds: true,
    isUsual: true,
    nextCursor: true,
    itemsUnread: true,
  })
  .extend({
    items: z.array(
      item
        .pick({
          title: true,
          link: true,
          published: true,
          summary: true,
          id: true,
          author: true,
          enclosures: true,
          contentHtml: true,
          transcripts: true,
        })
        .extend({ id: z.string().optional().describe('Absent where the link is the id.') }),
    ),
  })

/** What the text says of a feed: all that is known of it would cost a model half as much again. */
export const feedStructure: Structure<z.input<typeof feedOutput>> = shorter(shortFeed, (feed) => ({
  items: feed.items.map(({ id, ...one }) => ({
    ...one,
    published: shortTime(one.published),
    ...(id === one.link ? {} : { id }),
  })),
}))

function noted(notes: readonly string[]) {
  return { notes: notes.length === 0 ? undefined : notes }
}

/** A structure of those fields of a result that its schema has, some of them changed. */
function shorter<Output extends object>(
  schema: z.ZodObject,
  change: (output: Output) => object,
): Structure<Output> {
  return { schema, of: (output) => schema.parse({ ...output, ...change(output) }) }
}
