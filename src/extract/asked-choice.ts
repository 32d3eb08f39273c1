import type { Choice, MarkdownStyle } from './engine.ts'

/** What a caller may ask of a page; everything else is as usual. */
export type AskedChoice = {
  [Key in keyof (Choice & MarkdownStyle)]?: (Choice & MarkdownStyle)[Key] | undefined
}

/** What is taken of a page, and how it is written, with the defaults for what the caller did not say. */
export function resolveChoice(asked: AskedChoice): Choice & MarkdownStyle {
  return {
    links: asked.links ?? 'inline',
    images: asked.images ?? 'keep',
    selector: asked.selector,
    exclude: asked.exclude ?? [],
    focus: asked.focus ?? 'balanced',
    comments: asked.comments ?? false,
  }
}
