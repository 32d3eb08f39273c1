import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wholeCatalogue } from '../../tools/index.ts'
import { prompts } from '../../tools/prompts.ts'

const root = join(import.meta.dirname, '../..')
const catalogue = await wholeCatalogue()
const names = new Set(catalogue.map(({ name }) => name))
const toolsets = [...new Set(catalogue.map(({ toolset }) => toolset))].join('|')

/**
 * What serves and calls operations whatever they are: they come in as an argument, with what is to be known of
 * them. The client of other chat servers, `src/remote/chat/`, speaks their protocol and is none of it.
 */
const files = globSync(['src/{mcp,http,core}/**/*.ts', 'src/remote/*.ts'], { cwd: root })
const composition = globSync('src/{cli,app}/**/*.ts', { cwd: root })

/** Code that asks which toolset an operation is of. */
const BY_TOOLSET = [
  /\btoolset\s*[!=]==?\s*['"`]/,
  /['"`]\s*[!=]==?\s*(?:\w+\.)*toolset\b/,
  /\bswitch\s*\((?:\w+\.)*toolset\)/,
  new RegExp(
    `\\[[^\\]]*['"\`](?:${toolsets})['"\`][^\\]]*\\]\\s*\\.includes\\((?:\\w+\\.)*toolset\\)`,
  ),
]

function branchesOnToolset(source: string): boolean {
  return BY_TOOLSET.some((pattern) => pattern.test(source))
}

/** Names of operations that stand in code as texts of their own. */
function operationsNamedIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const texts = [...code.matchAll(/(['"`])(\w+)\1/g)].map(([, , text = '']) => text)
  return texts.filter((text) => names.has(text))
}

test('the rules find what they are about', () => {
  for (const source of [
    `const isChat = operation.toolset === 'chat'`,
    `list.filter(({ toolset }) => toolset !== 'wallet')`,
    `if ('chat' === tool.toolset) return`,
    `switch (operation.toolset) {}`,
    `['chat', 'wallet'].includes(toolset)`,
  ]) {
    expect(branchesOnToolset(source), source).toBe(true)
  }
  expect(branchesOnToolset(`operation.toolset === wanted || tags.includes(toolset)`)).toBe(false)
  const lookUp = `operations.find(({ name }) => name === 'send_message')`
  expect(operationsNamedIn(lookUp)).toEqual(['send_message'])
  expect(operationsNamedIn(`/** Like 'qr'. */ tools.has("get_messages")`)).toEqual(['get_messages'])
  expect(operationsNamedIn(`find(({ name }) => name === wanted)`)).toEqual([])
  expect(files.length).toBeGreaterThan(50)
})

test.each([...files, ...composition])('%s treats every toolset alike', (file) => {
  expect(branchesOnToolset(readFileSync(join(root, file), 'utf8'))).toBe(false)
})

test.each(files)('%s knows no operation by its name', (file) => {
  expect(operationsNamedIn(readFileSync(join(root, file), 'utf8'))).toEqual([])
})

test('what operations and prompts ask of tools, there are tools for', () => {
  const resources = catalogue.flatMap((operation) => [
    ...(operation.resources ?? []),
    ...(operation.agentForm?.().resources ?? []),
  ])
  const questions = [
    ...resources.flatMap(({ list, complete = {} }) => [list, ...Object.values(complete)]),
    ...prompts.flatMap((prompt) => Object.values(prompt.arguments).map(({ complete }) => complete)),
  ]
  const called = questions.flatMap((question) => (question ? [question.tool] : []))
  const needed = [...called, ...prompts.flatMap(({ tools }) => tools)]
  expect(needed.length).toBeGreaterThan(10)
  expect(needed.filter((tool) => !names.has(tool))).toEqual([])
})
