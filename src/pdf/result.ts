import { z } from 'zod'
import { REMOVED_KINDS } from './removed.ts'

/** A PDF as Markdown, whole or a part of it (utility spec 4.5). */
export const pdfResult = z.object({
  url: z.string().describe('Address after redirects.'),
  title: z.string(),
  author: z.string(),
  pages: z.int().describe('Pages of the document.'),
  wordCount: z.int().describe('Words of all pages read.'),
  markdown: z.string(),
  pagesWithoutText: z.array(z.int()).optional().describe('Scans or pictures.'),
  truncated: z.boolean().optional().describe('True when more follows.'),
  nextCursor: z.string().optional().describe('Pass as cursor to get the next part.'),
  charsLeft: z.int().optional().describe('Characters after this part.'),
  pagesLeft: z.string().optional().describe('Not read: pass as pages in another call.'),
  partPages: z.object({ first: z.int(), last: z.int() }).optional().describe('Of this part.'),
  removed: z
    .array(z.object({ kind: z.enum(REMOVED_KINDS), page: z.int(), text: z.string() }))
    .optional()
    .describe('Left out of markdown.'),
})
