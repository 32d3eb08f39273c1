import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode } from '../../markup/html/tree/node.ts'
import { oneLine } from '../page-info/plain-text.ts'

/** A command that installs a package, or the lines of a manifest that do. */
export interface Install {
  command: string
  /** Name of the package; empty where the command does not say it plainly. */
  name: string
  place: ElementNode
}

const COMMAND_MAX_CHARS = 600
const COMMAND_MAX_NODES = 60
const INSTALLS_MAX_COUNT = 8
/** A verb of a package manager, then options, then a package. */
const COMMAND =
  /^(?:[$>%#]\s+)?(?:sudo\s+)?(?:npm\s+(?:i|install|add)|yarn\s+(?:global\s+)?add|pnpm\s+(?:add|install|i)|bun\s+(?:add|install)|deno\s+add|npx\s+jsr\s+add|pip3?\s+install|pipx\s+install|uv\s+(?:add|pip\s+install|tool\s+install)|poetry\s+add|(?:conda|mamba)\s+install|cargo\s+(?:add|install)|gem\s+install|bundle\s+add|composer\s+(?:global\s+)?require|go\s+(?:get|install)|dotnet\s+(?:add\s+package|tool\s+install)|install-package|(?:dart|flutter)\s+pub\s+add|mix\s+(?:archive\.install|escript\.install)|brew\s+install|apt(?:-get)?\s+install|docker\s+pull|helm\s+install|cpanm?|luarocks\s+install|opam\s+install|cabal\s+install|stack\s+install|install\.packages\()\s*((?:--?[\w-]+(?:[= ](?!-)[\w./:-]+)?\s+)*)(['"]?[@\w][^\s;|&<>]*)[^;|&<>\n]{0,120}$/i
/** A verb by which any program installs something, then options, then what. */
const ANY_COMMAND =
  /^(?:[$>%#]\s+)?(?:sudo\s+)?[a-z][\w.+-]{0,20}(?:\s+[a-z][\w-]{0,20})?\s+(?:-S|i|install|add|get|require|pull)\s+((?:--?[\w-]+\s+){0,6})(['"]?[@\w][^\s;|&<>]*)[^;|&<>\n]{0,120}$/
const CODE = new Set('code pre input textarea kbd samp'.split(' '))
/** Elements that hold a command by itself. */
const HOLDING = new Set('code pre button span p div input textarea kbd samp td'.split(' '))

/** Finds commands and lines of manifests that stand by themselves, wherever `isApart` is not 1. */
export function findInstalls(
  { nodes }: PageTree,
  isApart: Uint8Array,
  headings: readonly string[],
): Install[] {
  const called = headings.map((text) => text.split(' ', 1)[0]!).filter(isNameLike)
  const installs: Install[] = []
  const others: Install[] = []
  for (let id = 1; id < nodes.length && installs.length < INSTALLS_MAX_COUNT; id += 1) {
    const node = nodes[id]!
    if (node.isText || isApart[id] === 1 || !HOLDING.has(node.name)) continue
    const text = heldText(nodes, node)
    if (text === '') continue
    const found =
      COMMAND.exec(oneLine(text)) ?? (CODE.has(node.name) ? ANY_COMMAND.exec(oneLine(text)) : null)
    if (found) {
      const command = oneLine(text).replace(/^[$>%#]\s+/, '')
      if (!installs.some((one) => one.command === command)) {
        installs.push({ command, name: packageIn(found[2]!), place: node })
      }
    } else if (isManifest(node, text)) {
      const name = called.find((word) => text.includes(word)) ?? ''
      others.push({ command: text.trim(), name, place: node })
    } else continue
    id = node.end - 1
  }
  const names = installs.map(({ name }) => name).filter((name) => name !== '')
  const own = others.filter(({ command, name }) => name !== '' || isOfPackage(command, names))
  return [...installs, ...own].slice(0, INSTALLS_MAX_COUNT)
}

function isNameLike(word: string): boolean {
  return /^[@\w][\w./:@-]+$/.test(word)
}

/** The text that an element holds, or that it lets a reader copy. */
function heldText(nodes: PageTree['nodes'], element: ElementNode): string {
  const { name, attributes, id, end } = element
  if (name === 'input')
    return attributes['readonly'] === undefined ? '' : (attributes['value'] ?? '')
  if (end - id > COMMAND_MAX_NODES) return ''
  let text = ''
  for (let at = id + 1; at < end && text.length <= COMMAND_MAX_CHARS; at += 1) {
    const node = nodes[at]!
    if (node.isText) text += node.data
    else if (node.name === 'svg' || (node.name === 'button' && text.trim() !== ''))
      at = node.end - 1
    else if (node.name === 'br') text += '\n'
    // A block after words holds something else.
    else if (node.isBlock && name !== 'pre' && text.trim() !== '') return ''
  }
  return text.length > COMMAND_MAX_CHARS ? '' : text
}

function packageIn(argument: string): string {
  return argument
    .replaceAll(/['"),;]/g, '')
    .replace(/^.*::/, '')
    .replace(/(?<=.)(?:@[\w.^~*-]+|[:=~<>^]{1,3}[^/]*|==.*)$/, '')
}

/** Dependencies as build files state them: `<dependency>`, `implementation '…'`, `gem '…', '~> 1'`, `{:name, "~> 1"}`, `name = "1"`. */
const MANIFEST =
  /^\s*(?:<dependency>|<PackageReference\b|(?:implementation|compile|api|libraryDependencies)\b|gem\s+['"]|\{:\w+,|["']?[\w./-]+["']?\s*[=:]\s*["'^~{]|dependencies\s*[:{(]|\(?use|import\b)/

function isManifest({ name }: ElementNode, text: string): boolean {
  return name !== 'div' && name !== 'td' && name !== 'p' && /\d/.test(text) && MANIFEST.test(text)
}

function isOfPackage(command: string, names: readonly string[]): boolean {
  return names.length === 0
    ? /^\s*<(?:dependency|PackageReference)/.test(command)
    : names.some((name) => command.includes(name))
}
