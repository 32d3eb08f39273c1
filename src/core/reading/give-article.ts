import type { Call } from '../../contract/operation.ts'
import { withoutFacts } from '../../markdown/citation-head.ts'
import { givePart, type More, type PartRequest } from '../../markdown/parts/parts.ts'
import type { DocumentMemories } from '../../markdown/parts/recent-documents.ts'
import { holdBodies } from './hold-bodies.ts'
import {
  type ArticleQuestion,
  readArticle,
  type ReadArticle,
  readWithBrowser,
} from './read-article.ts'
import { requireBrowser } from './rendering.ts'

/** What a call says of the page, and of the part that it wants. */
export interface PartQuestion
  extends ArticleQuestion, Pick<PartRequest<ReadArticle>, 'cursor' | 'maxChars' | 'maxTokens'> {}

/** Where articles of calls are kept. */
export interface ArticleMemory {
  /** Tells a page, read in one way, from all else. */
  key: string
  articles: DocumentMemories<ReadArticle>
}

/** Gives one part of the article at an address. Throws what `readArticle` and `givePart` throw. */
export async function giveArticle(
  call: Call<PartQuestion>,
  memory: ArticleMemory,
): Promise<ReadArticle & More> {
  return giveFrom(call, memory, async () => holdBodies(call, readArticle))
}

/** Gives one part of the article of a page as a browser shows it. Throws what `requireBrowser`, `readWithBrowser` and `givePart` throw. */
export async function giveRendered(
  call: Call<PartQuestion>,
  memory: ArticleMemory,
): Promise<ReadArticle & More> {
  const browser = await requireBrowser(call, 'rendering')
  call.services.sandbox.prepare()
  return giveFrom(call, memory, async () => readWithBrowser(call, browser))
}

/** The first part has author and dates where they are asked for. */
async function giveFrom(
  { input, services, principal }: Call<PartQuestion>,
  { key, articles }: ArticleMemory,
  read: () => Promise<ReadArticle>,
): Promise<ReadArticle & More> {
  const part = await givePart({
    ...input,
    hasReferences: input.links === 'reference',
    key,
    recent: articles.of(services.instance),
    owner: principal.id,
    now: services.now().getTime(),
    read,
  })
  return input.head === true && input.cursor === undefined ? part : withoutFacts(part)
}
