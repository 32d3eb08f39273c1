import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { AnyOperation } from '../src/contract/operation.ts'
import { asTool } from '../src/core/run/agent-form.ts'

const root = join(import.meta.dirname, '..')

/** The lists of chat operations, as files of `tools/`. */
export const CHAT_LIST = 'tools/chat.ts'
export const CHAT_TOOL_LIST = 'tools/chat-tools.ts'

const HEAD = '// Written by `npm run docs`, of what the files in tools/chat hold.\n'
const TYPE = "import type { AnyOperation } from '../src/contract/operation.ts'\n"

/** The files of chat operations, e.g. `./chat/users/get-user.ts`. */
function operationFiles(): string[] {
  return globSync('chat/*/*.ts', { cwd: join(root, 'tools') })
    .map((path) => `./${path}`)
    .toSorted()
}

/**
 * The list of every chat operation. Its order is that of documents and tool lists: operations that `current` has keep their
 * place, a new one comes after the last one of its folder.
 */
export function chatList(current: string, files: readonly string[] = operationFiles()): string {
  const { imported, listed } = partsOf(current)
  const paths = listed
    .map((name) => imported.get(name) ?? '')
    .filter((path) => files.includes(path))
  for (const file of files) {
    if (paths.includes(file)) continue
    const last = paths.findLastIndex((path) => dirname(path) === dirname(file))
    paths.splice(last === -1 ? paths.length : last + 1, 0, file)
  }
  return listOf(paths, '/** The operations of the team chat, by subject. */', 'chatOperations')
}

/** The list of those that are in the default list of tools, which a session loads at its start. */
export function chatToolList(operations: readonly AnyOperation[]): string {
  const files = new Map(operationFiles().map((path) => [basename(path, '.ts'), path]))
  const those = (isListed: (operation: AnyOperation) => boolean) =>
    operations.filter(isListed).map(({ name }) => files.get(name.replaceAll('_', '-')) ?? '')
  const ofTier = (tierName: string) => those(({ tier = 'core' }) => tier === tierName)
  const readable = those(
    (operation) => operation.tier === 'more' && (asTool(operation).resources ?? []).length > 0,
  )
  return listOf(
    [...ofTier('core'), ...ofTier('standard'), ...readable],
    '/** The operations of the team chat in the default list of tools, tier `core` before tier `standard`, and those whose results are resources. */',
    'chatTools',
  )
}

/** The imports of a list, and the order of its items. */
function partsOf(source: string) {
  const imports = source.matchAll(/^import \{ (\w+) \} from '(.+)'$/gm)
  const imported = new Map([...imports].map(([, name = '', path = '']) => [name, path]))
  const listed = [...source.matchAll(/^ {2}(\w+),$/gm)].map(([, name = '']) => name)
  return { imported, listed }
}

function listOf(paths: readonly string[], comment: string, name: string): string {
  const imports = paths.map((path) => `import { ${exportOf(path)} } from '${path}'\n`)
  const entries = paths.map((path) => `  ${exportOf(path)},\n`)
  const list = `export const ${name}: readonly AnyOperation[] = [\n${entries.join('')}]\n`
  return `${HEAD}${TYPE}${imports.join('')}\n${comment}\n${list}`
}

/** Name of what a file exports: its own, in camel case. */
function exportOf(path: string): string {
  return basename(path, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

if (import.meta.main) {
  const path = join(root, CHAT_LIST)
  writeFileSync(path, chatList(readFileSync(path, 'utf8')))
  const { chatOperations } = await import('../tools/chat.ts')
  writeFileSync(join(root, CHAT_TOOL_LIST), chatToolList(chatOperations))
}
