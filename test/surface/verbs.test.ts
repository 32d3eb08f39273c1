import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What does not say whether it throws or answers: `require…` throws, `is…`, `has…`, `may…` and `can…` answer. */
const UNCLEAR = /^(?:check|assert)[A-Z]/

/** These throw always, and say so by `never`. */
const REFUSES = /^refuse[A-Z]/

const REQUIRES = /^require[A-Z]/

const ANSWERS = /^(?:is|has|may|can)[A-Z]/

const FINDS = /^find[A-Z]/

/** Yes or no, or the condition by which a database says so. */
const YES_OR_NO =
  /^(?:boolean|true|false)$|^(?:asserts )?\w+ is |^(?:RawBuilder<boolean>|Condition)$/

/** What may be empty: nothing, a list, a text, or a number that is none. */
const MAY_BE_EMPTY =
  /\b(?:undefined|null|string|number)\b|\[\]$|(?:Array|Map|Set|Iterable|Iterator|Generator)</

/** Names that sound like one and are another, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  findTools: 'makes the tool `find_tools`',
  findWords: 'what a tool does that looks for words',
  findParts: 'a list of parts, with how many there are',
  findReferences: 'look-ups, which may know nothing',
  findUsers: 'a look-up, which may know nothing',
  findGroups: 'a look-up, which may know nothing',
  findPictures: 'a look-up, which may know nothing',
  findChannels: 'look-ups, which may know nothing',
  findConstructs: 'lists, each of which may be empty',
  findSpeakers: 'lists, each of which may be empty',
  findDates: 'dates, each of which may be missing',
  findFootnotes: 'lists, each of which may be empty',
  findSideNotes: 'lists, each of which may be empty',
  findTabs: 'lists, each of which may be empty',
}

/** A function, and what it says that it returns. */
interface Named {
  name: string
  /** Undefined where it does not say. */
  returns: string | undefined
}

type Typed = { returnType?: ESTree.TSTypeAnnotation | null }

function functionsOf(file: string, text: string): Named[] {
  const found: Named[] = []
  const add = (key: object | null, { returnType }: Typed): void => {
    if (!key || !('name' in key)) return
    const type = returnType?.typeAnnotation
    const written = type && text.slice(type.start, type.end).replaceAll(/\s+/g, ' ')
    const returns = written?.replace(/^Promise<(.*)>$/, '$1')
    found.push({ name: String(key.name), returns })
  }
  const addValue = (key: object, value: ESTree.Node | null): void => {
    const isFunction =
      value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression'
    if (isFunction) add(key, value)
  }
  const addTyped = (key: object, type: ESTree.TSType | undefined): void => {
    if (type?.type === 'TSFunctionType') add(key, type)
  }
  new Visitor({
    FunctionDeclaration: (node) => add(node.id, node),
    VariableDeclarator: ({ id, init }) => addValue(id, init),
    MethodDefinition: ({ key, value }) => add(key, value),
    PropertyDefinition: ({ key, value }) => addValue(key, value),
    Property: ({ key, value }) => addValue(key, value),
    TSMethodSignature: (node) => add(node.key, node),
    TSPropertySignature: ({ key, typeAnnotation }) => addTyped(key, typeAnnotation?.typeAnnotation),
  }).visit(parseSync(file, text).program)
  return found
}

/** The fault of the verb of a name; undefined where nothing is. */
function faultOf({ name, returns }: Named): string | undefined {
  if (UNCLEAR.test(name)) return 'say require… or is…'
  if (REFUSES.test(name) && returns !== 'never') return 'say require…, or that it returns never'
  if (returns === undefined) return undefined
  if (REQUIRES.test(name) && /^boolean$|^undefined \||\| undefined$| is /.test(returns))
    return 'always returns'
  if (ANSWERS.test(name) && !YES_OR_NO.test(returns)) return 'answers more than yes or no'
  if (FINDS.test(name) && !MAY_BE_EMPTY.test(returns)) return 'always finds: say require…'
  return undefined
}

function faultsOf(file: string, functions: readonly Named[]): string[] {
  return functions.flatMap((one) => {
    const fault = one.name in EXCEPTIONS ? undefined : faultOf(one)
    return fault === undefined ? [] : [`${file}: ${one.name}: ${fault}`]
  })
}

const files = globSync('{src,tools,web,bench,scripts,examples,test}/**/*.{ts,tsx}', { cwd: root })

test('the verb of a name says whether a function throws, answers or may find nothing', () => {
  const found = files.map(
    (file) => [file, functionsOf(file, readFileSync(join(root, file), 'utf8'))] as const,
  )
  const names = new Set(found.flatMap(([, functions]) => functions).map(({ name }) => name))
  expect(names.size).toBeGreaterThan(5_000)
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([])
  expect(found.flatMap(([file, functions]) => faultsOf(file, functions))).toEqual([])
})

test.each([
  ['function checkName(name: string): string {}', 'say require… or is…'],
  ['class A { async #assertName(): Promise<void> {} }', 'say require… or is…'],
  ['const refuseName = (): void => {}', 'say require…, or that it returns never'],
  ['function requireName(): string | undefined {}', 'always returns'],
  ['interface A { isNamed(): string }', 'answers more than yes or no'],
  ['interface A { hasName: () => Promise<string> }', 'answers more than yes or no'],
  ['async function findName(): Promise<Name> {}', 'always finds: say require…'],
])('%s', (text, fault) => {
  expect(faultsOf('a.ts', functionsOf('a.ts', text))).toEqual([expect.stringContaining(fault)])
})

test.each([
  'function refuseName(): Promise<never> {}',
  'async function requireName(): Promise<Name> {}',
  'function isName(name: unknown): name is Name {}',
  'const mayName = async (): Promise<boolean> => true',
  'function findName(): Name | undefined {}',
  'function findNames(): readonly Name[] {}',
])('%s', (text) => {
  expect(faultsOf('a.ts', functionsOf('a.ts', text))).toEqual([])
})
