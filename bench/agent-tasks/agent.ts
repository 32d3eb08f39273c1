import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { McpClient } from '../../test/support/clients.ts'

/** What the calls of a task cost. */
export interface Cost {
  calls: number
  /** Tokens (o200k) of names and arguments of calls, and of the text of their answers: what most hosts give to models. */
  tokens: number
  /** Tokens as `tokens` counts them, with structured content in place of text where there is some: what the other hosts give. */
  structuredTokens: number
}

/** What a model sees of an answer. */
export interface Seen {
  text: string
  images: number
}

/** A model, as far as a script plays one: calls tools, reads what they say, and is charged for it. */
export class Agent {
  readonly #client: McpClient
  readonly #cost: Cost

  /** The cost is added to what a task has cost so far. */
  constructor(client: McpClient, cost: Cost) {
    this.#client = client
    this.#cost = cost
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
    const {
      content,
      structuredContent,
      isError = false,
    } = await this.#client.callTool({
      name,
      arguments: input,
    })
    const text = content.map((block) => block.text ?? '').join('\n')
    const images = content.filter(({ type }) => type === 'image').length
    const callTokens = countTokens(`${name} ${JSON.stringify(input)}`)
    const said = countTokens(text)
    this.#cost.calls += 1
    this.#cost.tokens += callTokens + said
    this.#cost.structuredTokens +=
      callTokens + (structuredContent ? countTokens(JSON.stringify(structuredContent)) : said)
    return { text, images, isError }
  }
}
