import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenize } from '../src/markup/html/tokens/tokenize.ts'
import { unpackedFolder } from './data.ts'

/** One test of html5lib's tokenizer suite: what is read of an input, as tokens. */
interface Case {
  description: string
  input: string
  output: Token[]
  initialStates?: string[]
  doubleEscaped?: boolean
}

type Token =
  | ['Character' | 'EndTag' | 'Comment', string]
  | ['StartTag', string, Record<string, string>, true?]
  | ['DOCTYPE', ...unknown[]]

/** Counts the tests of html5lib for the Data state whose tags and text are read as they say; names the others. */
export async function run(): Promise<void> {
  const folder = join(await unpackedFolder('html/html5lib.tar.xz'), 'tokenizer')
  const failed: string[] = []
  let count = 0
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.test'))) {
    const { tests = [], xmlViolationTests = [] } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    ) as { tests?: Case[]; xmlViolationTests?: Case[] }
    for (const each of [...tests, ...xmlViolationTests]) {
      if (each.initialStates && !each.initialStates.includes('Data state')) continue
      count += 1
      const { input, output } = each.doubleEscaped === true ? unescaped(each) : each
      if (linesOf(output).join('\n') !== read(input).join('\n')) {
        failed.push(`${file}: ${each.description}`)
      }
    }
  }
  console.log(`html5lib, Data state, tags and text: ${count - failed.length} of ${count}`)
  for (const line of failed) console.log(`  not: ${line}`)
}

function unescaped(test: Case): Case {
  const plain = (text: string) =>
    text.replaceAll(/\\u([\dA-Fa-f]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return JSON.parse(JSON.stringify(test), (_, value: unknown) =>
    typeof value === 'string' ? plain(value) : value,
  ) as Case
}

function linesOf(tokens: readonly Token[]): string[] {
  const lines = new Lines()
  for (const [kind, name, attributes, isSelfClosing] of tokens) {
    if (kind === 'Character') lines.text(name)
    if (kind === 'EndTag') lines.end(name)
    if (kind === 'StartTag') {
      lines.start(name, attributes, isSelfClosing === true)
    }
  }
  return lines.all
}

function read(input: string): string[] {
  const lines = new Lines()
  tokenize(input, {
    wantsAttributes: () => true,
    wantsAttribute: () => true,
    isInForeignContext: () => false,
    text: (text) => lines.text(text),
    start: (name, attributes, isSelfClosing) => lines.start(name, attributes, isSelfClosing),
    end: (name) => lines.end(name),
  })
  return lines.all
}

/** Tokens as lines, texts beside each other as one. */
class Lines {
  readonly all: string[] = []
  #isText = false

  text(text: string): void {
    if (text === '') return
    if (this.#isText) this.all[this.all.length - 1] += JSON.stringify(text).slice(1, -1)
    else this.all.push(JSON.stringify(text).slice(1, -1))
    this.#isText = true
  }

  start(name: string, attributes: Readonly<Record<string, string>>, isSelfClosing: boolean): void {
    const sorted = Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1))
    this.#tag(`<${name} ${JSON.stringify(sorted)}${isSelfClosing ? '/' : ''}`)
  }

  end(name: string): void {
    this.#tag(`</${name}`)
  }

  #tag(line: string): void {
    this.all.push(line)
    this.#isText = false
  }
}
