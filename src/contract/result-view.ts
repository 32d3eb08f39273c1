import type { z } from 'zod'

/** Pages that show results of tools within a host. */
export type ViewName = 'conversation' | 'question' | 'qr' | 'wallet' | 'article'

/** The page that shows the results of a tool, in hosts that show such pages (MCP Apps). `Call` is how the tool was called. */
export interface ResultView<Call> {
  name: ViewName
  /** What the page shows besides the result, and the model does not read; `fetch` calls the route of the tool in the same name. */
  more?(
    output: Readonly<Record<string, unknown>>,
    call: Call,
    fetch: (input: object) => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>>
}

/** A completion backed by a tool. */
export interface Question<Answer> {
  tool: string
  /** Input of the tool, for the text typed so far and the other variables. */
  input(typed: string, others: Readonly<Record<string, string>>): Record<string, unknown>
  answers(output: Record<string, unknown>): readonly Answer[]
}

/** A resource whose content is the result of a tool for a certain input. */
export interface ToolResource {
  name: string
  /** An address, or an RFC 6570 template of addresses. */
  uri: string
  title: string
  description: string
  /** Input of the tool, for the variables of the template. */
  input(variables: Readonly<Record<string, string>>): Record<string, unknown>
  /** Addresses that fit the template. */
  list?: Question<{ uri: string; name: string }>
  /** Completions of a variable. */
  complete?: Readonly<Record<string, Question<string>>>
}

/**
 * How a result stands beside its text as structured content. Some hosts hand on that alone, others the text alone: `none` where text and
 * pictures are all of it, a shorter form where the whole would cost a model more than the text.
 */
export type Structure<Output> =
  | 'none'
  | { readonly schema: z.ZodObject; of(output: Output): Record<string, unknown> }

/** A result as a file. */
export interface ResultFile {
  /** Name with its ending. */
  name: string
  mimeType: string
  bytes: Uint8Array
}

/** The file that a `data:` address in Base64 holds. */
export function fileOfDataUrl(dataUrl: string, name: string): ResultFile {
  const comma = dataUrl.indexOf(',')
  const mimeType = dataUrl.slice('data:'.length, comma).replace(';base64', '')
  return { name, mimeType, bytes: Buffer.from(dataUrl.slice(comma + 1), 'base64') }
}

/** Where a thing is that a result leaves out of its text. */
export interface ResultLink {
  /** An address that the client can read as a resource, or a file of this machine. */
  uri: string
  name: string
  mimeType?: string
  bytes?: number
  /** Whether it is for people: models have a way of their own to it. */
  isForPeople?: true
}

/** A file that was put somewhere. */
export interface Delivered {
  link: ResultLink
  /** What a model does with it next, in a sentence. */
  text: string
}

/** Puts a file into the chat (`chat`), or at a path of this machine. Throws `invalid_input` where that cannot be done for this caller. */
export type Deliver = (file: ResultFile, to: string) => Promise<Delivered>
