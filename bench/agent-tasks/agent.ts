import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { McpClient } from '../../test/support/clients.ts'

/** What hosts hand on of an answer: its text and pictures, or its structured content alone where it has some. */
export const HANDS_ON = ['text', 'structure'] as const
export type HandsOn = (typeof HANDS_ON)[number]

/** What the calls of a task cost. */
export interface Cost {
  calls: number
  /** Tokens (o200k) of names and arguments of calls, and of what hosts hand on of the answers. */
  tokens: Record<HandsOn, number>
}

/** What a model sees of an answer. */
export interface Seen {
  text: string
  images: number
}

/** A model, as far as a script plays one: calls tools, reads what its host hands on, and is charged for it. */
export class Agent {
  readonly #client: McpClient
  readonly #cost: Cost
  readonly #handsOn: HandsOn

  /** The cost is added to what a task has cost so far. */
  constructor(client: McpClient, cost: Cost, handsOn: HandsOn) {
    this.#client = client
    this.#cost = cost
    this.#handsOn = handsOn
  }

  /** Calls a tool that must succeed. */
  async call(name: string, input: Record<string, unknown> = {}): Promise<Seen> {
    const { isError, ...seen } = await this.#call(name, input)
    if (isError) throw new Error(`${name} ${JSON.stringify(input)}: ${seen.text}`)
    return seen
  }

  /** Calls a tool that must refuse, and returns what it says. */
  async refused(name: string, input: Record<string, unknown> = {}): Promise<string> {
    const { isError, text } = await this.#call(name, input)
    if (!isError) throw new Error(`${name} ${JSON.stringify(input)} was not refused: ${text}`)
    return text
  }

  /** Calls a tool that may refuse. */
  async tried(
    name: string,
    input: Record<string, unknown> = {},
  ): Promise<Seen & { isError: boolean }> {
    return this.#call(name, input)
  }

  async #call(name: string, input: Record<string, unknown>): Promise<Seen & { isError: boolean }> {
    const { isError = false, ...answer } = await this.#client.callTool({ name, arguments: input })
    const called = countTokens(`${name} ${JSON.stringify(input)}`)
    this.#cost.calls += 1
    for (const one of HANDS_ON) {
      this.#cost.tokens[one] += called + countTokens(handedOn(answer, one).text)
    }
    return { ...handedOn(answer, this.#handsOn), isError }
  }
}

/** What a model is given of an answer. */
function handedOn(
  { content, structuredContent }: Omit<Awaited<ReturnType<McpClient['callTool']>>, 'isError'>,
  handsOn: HandsOn,
): Seen {
  if (handsOn === 'structure' && structuredContent) {
    return { text: JSON.stringify(structuredContent), images: 0 }
  }
  return {
    text: content.map((block) => block.text ?? '').join('\n'),
    images: content.filter(({ type }) => type === 'image').length,
  }
}
