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
