import { articleTitle } from './article-title.ts'
import { readPageFacts } from './content/features/page-facts.ts'
import { countLeftOut } from './content/leave/ledger.ts'
import { loadModel } from './content/model/load-model.ts'
import { selectContent } from './content/select-content.ts'
import { writeMarkdown } from './emit/write-markdown.ts'
import type { Engine } from './engine.ts'
import { tabulateParameters } from './records/parameters.ts'
import { markPlaces, placeRecord, takeQuestion, takeRecord } from './records/place-record.ts'
import { setSignatures } from './records/signatures.ts'
import { excludeElements, selectElements, selectNodes } from './selectors/select-elements.ts'
import { placeThread } from './threads/place-thread.ts'

/** Main content by the learned model, or the elements that were asked for, as Markdown. */
export const openLearnedEngine: Engine = async ({ tree, url, baseUrl }, style, choice) => {
  const title = articleTitle(tree)
  // Both look at the whole page: what is left out may still be a neighbour that a selector names.
  const chosen = choice.selector === undefined ? undefined : selectElements(tree, [choice.selector])
  if (choice.exclude.length > 0) excludeElements(tree, choice.exclude)
  if (chosen) {
    const kept = selectNodes(tree, chosen)
    const facts = readPageFacts(tree, url)
    return { title, facts, markdown: writeMarkdown(tree, { kept }, baseUrl, style) }
  }
  const selection = selectContent(tree, url, await loadModel(), choice)
  const { signals, kinds, types } = selection
  const wantsComments = choice.include.includes('comments')
  const found = takeRecord(tree, selection.kept, url)
  const said = placeThread({ tree, address: url, ...selection }, wantsComments)
  const isThread = said.tree !== tree
  // Declarations are moved in the tree: nothing that goes by its ids may come after that.
  const isReference = !found && !isThread && setSignatures(tree, said.kept)
  const stated = found ?? (isThread ? takeQuestion(tree, title) : undefined)
  const written = new Uint8Array(said.tree.nodes.length)
  const writing = { kept: said.kept, address: url, completes: true, written }
  const text = writeMarkdown(said.tree, writing, baseUrl, style)
  const own = found || isThread ? text : tabulateParameters(text, isReference)
  const markdown = stated ? placeRecord(tree, stated, own, baseUrl, style) : own
  const ledger = { nodes: tree.nodes, signals, kinds, written: said.written ?? written }
  if (stated) markPlaces(stated, ledger.written)
  const removed = countLeftOut(ledger, said.comments)
  const thread = said.isThread ? { isThread: said.isThread } : {}
  return { title, facts: signals.facts, types, ...thread, markdown, removed }
}
