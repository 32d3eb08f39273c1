import { completable } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Prompt, PromptArgument } from '../../contract/prompt.ts'
import { makeCompleter } from '../calls/call-tool.ts'
import type { ToolScope } from './tool.ts'

/** Registers the prompts whose tools are offered. */
export function registerPrompts(scope: ToolScope, prompts: readonly Prompt[]): void {
  const offered = new Set(scope.client.operations.map(({ name }) => name))
  for (const prompt of prompts) {
    if (prompt.tools.every((tool) => offered.has(tool))) registerOne(scope, prompt)
  }
}

function registerOne(scope: ToolScope, prompt: Prompt): void {
  const { name, title, description } = prompt
  const args = Object.entries(prompt.arguments).map(([key, argument]) => [
    key,
    schemaOf(scope, argument),
  ])
  const argsSchema = z.object(Object.fromEntries(args) as Record<string, z.ZodType<string>>)
  scope.server.registerPrompt(name, { title, description, argsSchema }, (input) => {
    const text = scope.names.within(prompt.lines(input).join('\n'))
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

function schemaOf(
  scope: ToolScope,
  { description, isOptional, complete }: PromptArgument,
): z.ZodType<string | undefined> {
  const text = isOptional ? z.string().optional() : z.string()
  const schema = text.describe(description)
  return complete ? completable(schema, makeCompleter(scope, complete)) : schema
}
