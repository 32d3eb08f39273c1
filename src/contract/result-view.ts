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
