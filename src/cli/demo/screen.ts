import { styleText } from 'node:util'

/** Columns of a terminal that nobody has widened. */
const WIDTH_CHARS = 80

const INDENT = '    '

/** Columns that a bar leaves. */
const QUOTED_CHARS = WIDTH_CHARS - INDENT.length - 2

/** Lines of a result that are shown. */
const SHOWN_MAX_LINES = 10

/** Result of one step. */
export interface StepResult {
  /** The result as it came, cut where it is long. */
  result: string
  /** Lines that stay as they are drawn. */
  picture?: readonly string[]
  /** One sentence about it. */
  note: string
}

/** A step that cannot be taken on this machine: no failure. */
export class Skipped extends Error {}

/** Writes what a demonstration does, step by step. */
export class Screen {
  #steps = 0
  #failures = 0
  readonly #write: (text: string) => void

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  get steps(): number {
    return this.#steps
  }

  get failures(): number {
    return this.#failures
  }

  say(text: string): void {
    this.#write(`${wrap(text, '').join('\n')}\n`)
  }

  /** Takes one step, and writes its call before, its result and how long it took after. */
  async step(title: string, call: string, work: () => Promise<StepResult>): Promise<void> {
    this.#steps += 1
    const head = `\n${String(this.#steps).padStart(2)}  ${styleText('bold', title)}\n`
    const lines = wrap(call, INDENT).map((line) => `${styleText('cyan', line)}\n`)
    this.#write(head + lines.join(''))
    const start = performance.now()
    try {
      const { result, picture = [], note } = await work()
      this.#write(quote([...shortened(result), ...picture]))
      this.#end('green', '✓', `${seconds(performance.now() - start)}  ${note}`)
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown)
      if (thrown instanceof Skipped) {
        this.#steps -= 1
        this.#end('yellow', '–', `skipped: ${reason}`)
        return
      }
      this.#failures += 1
      this.#end('red', '✗', `${seconds(performance.now() - start)}  ${reason}`)
    }
  }

  #end(colour: 'green' | 'yellow' | 'red', mark: string, text: string): void {
    const [first = '', ...rest] = wrap(text, `${INDENT}  `)
    const lines = [`${INDENT}${styleText(colour, mark)} ${first.trimStart()}`, ...rest]
    this.#write(`${lines.join('\n')}\n`)
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`
}

/** Lines of a result, with how many are left out. */
function shortened(result: string): string[] {
  const lines = result.split('\n').flatMap((line) => wrap(line, '', QUOTED_CHARS))
  const rest = lines.length - SHOWN_MAX_LINES
  return rest > 1 ? [...lines.slice(0, SHOWN_MAX_LINES), `… ${rest} more lines`] : lines
}

/** Lines behind a bar. */
function quote(lines: readonly string[]): string {
  const bar = styleText('dim', '│')
  return lines.map((line) => `${`${INDENT}${bar} ${line}`.trimEnd()}\n`).join('')
}

/** Words in lines that fit beside an indent; a word that is longer than a line is left whole. */
export function wrap(text: string, indent: string, width = WIDTH_CHARS): string[] {
  const lines: string[] = []
  let line = ''
  for (const [word] of text.trimEnd().matchAll(/ *\S+/g)) {
    if (line === '' || indent.length + line.length + word.length <= width) line += word
    else {
      lines.push(indent + line)
      line = word.trimStart()
    }
  }
  return [...lines, indent + line]
}
