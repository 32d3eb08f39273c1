import { articleTitle } from './article-title.ts'
import { loadModel } from './content/load-model.ts'
import { selectContent } from './content/select-content.ts'
import type { Engine } from './engine.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Main content by the learned model, as Markdown. */
export async function learnedEngine(): Promise<Engine> {
  const model = await loadModel()
  return ({ tree, url, baseUrl }, style) => {
    const { kept } = selectContent(tree, url, model)
    return { title: articleTitle(tree), markdown: writeMarkdown(tree, kept, baseUrl, style) }
  }
}
