import type { Question } from './result-view.ts'

/** What a prompt asks its user for, as text. */
export interface PromptArgument {
  description: string
  isOptional?: true
  /** Completes what is typed. */
  complete?: Question<string>
}

type PromptArguments = Readonly<Record<string, PromptArgument>>

/** What was given for the arguments of a prompt, by name. */
export type PromptInput<A extends PromptArguments> = {
  readonly [N in keyof A]: A[N] extends { isOptional: true } ? string | undefined : string
}

/** A text for users of a client to start from. */
export interface Prompt<A extends PromptArguments = PromptArguments> {
  name: string
  title: string
  description: string
  /** Names of the tools that it speaks of: it is offered where all of them are. */
  tools: readonly string[]
  arguments: A
  // Method syntax on purpose: a list holds prompts of many arguments.
  lines(input: PromptInput<A>): readonly string[]
}

/** Identity function: checks one definition and keeps the names of its arguments. */
export function definePrompt<const A extends PromptArguments>(prompt: Prompt<A>): Prompt<A> {
  return prompt
}

/** A second route of an operation, where other services post events of theirs with the key of an account in the address. */
export interface Webhook {
  /** Name of the route in documents. */
  name: string
  title: string
  /** Relative to the base of the dialect. */
  path: `/${string}`
  /** What the address may say besides, each with its meaning. */
  query: Readonly<Record<string, string>>
  /** The input for an event, which is any JSON; undefined where nothing is done about it. */
  input(event: WebhookEvent): Promise<Record<string, unknown> | undefined>
}

/** One event of another service. Everything in it is untrusted. */
export interface WebhookEvent {
  content: unknown
  /** What the address said, by the names of `Webhook.query`. */
  said: Readonly<Record<string, string | undefined>>
  /** A field of its head. */
  header(name: string): string | undefined
  /** User id of the account that posts, or of the owner of this bot. */
  ownerId: number
}
