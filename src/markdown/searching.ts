import type { Call, Searching } from '../contract/operation.ts'
import type { DocumentMemories, PartedDocument } from './recent-documents.ts'

/** Input fields that say which part of a document is wanted. */
interface PartChoice {
  maxChars?: number | undefined
  maxTokens?: number | undefined
  cursor?: string | undefined
}

/** How words are looked for in documents that are given out in parts, and remembered between them. */
export function searchingIn<Input extends PartChoice, D extends PartedDocument>(
  memories: DocumentMemories<D>,
  key: (input: Input) => string,
): Searching<Input, D> {
  return {
    key,
    whole: (input) => ({ ...input, maxChars: undefined, maxTokens: undefined, cursor: undefined }),
    remember(document, { input, services, principal }: Call<Input>, pageStarts) {
      const recent = memories.of(services.instance)
      const paged = pageStarts ? { ...document, pageStarts } : document
      recent.set(principal.id, key(input), paged, services.now().getTime())
    },
  }
}
