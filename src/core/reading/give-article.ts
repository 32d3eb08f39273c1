import type { Call } from '../../contract/operation.ts'
import { withoutFacts } from '../../markdown/citation-head.ts'
import { givePart, type More, type PartRequest } from '../../markdown/parts.ts'
import type { DocumentMemories } from '../../markdown/recent-documents.ts'
import type { ReadArticle } from './read-article.ts'

/** What a call says of the part that it wants. */
export interface AskedPart extends Pick<
  PartRequest<ReadArticle>,
  'cursor' | 'maxChars' | 'maxTokens'
> {
  links?: 'inline' | 'reference' | 'none' | undefined
  head?: boolean | undefined
}

/** Where articles of calls are kept, and how one is read. */
export interface ArticleSource {
  /** Tells a page, read in one way, from all else. */
  key: string
  articles: DocumentMemories<ReadArticle>
  read(): Promise<ReadArticle>
}

/** Gives one part of an article, the first one with author and dates where that is asked for. Throws what `givePart` throws. */
export async function giveArticle(
  { input: asked, services, principal }: Call<AskedPart>,
  { key, articles, read }: ArticleSource,
): Promise<ReadArticle & More> {
  const part = await givePart({
    ...asked,
    hasReferences: asked.links === 'reference',
    key,
    recent: articles.of(services.instance),
    owner: principal.id,
    now: services.now().getTime(),
    read,
  })
  return asked.head === true && asked.cursor === undefined ? part : withoutFacts(part)
}
