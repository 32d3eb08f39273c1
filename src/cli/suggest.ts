import { ConfigError } from '../app/config/config.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { nearestName } from '../lib/nearest-name.ts'

/** The operation of a name. Throws ConfigError that suggests the nearest one. */
export function requireOperation(operations: readonly AnyOperation[], name: string): AnyOperation {
  const found = operations.find((operation) => operation.name === name)
  if (found) return found
  const near = findNear(name, namesOf(operations))
  throw new ConfigError(
    `There is no operation "${name}" here.${suggestion(near)} \`bellhop tools\` lists them.`,
  )
}

/** What to throw for a word that is no command: it suggests the nearest command, or the call that was meant. */
export function unknownCommand(
  word: string,
  commands: readonly string[],
  operations: readonly AnyOperation[],
): ConfigError {
  const near = findNear(word, [...commands, ...namesOf(operations)])
  const isCommand = near === undefined || commands.includes(near)
  return new ConfigError(
    `There is no command "${word}".${suggestion(isCommand ? near : `call ${near}`)}`,
  )
}

/** Shorter words are part of too many others. */
const PART_MIN_CHARS = 3

function findNear(word: string, known: readonly string[]): string | undefined {
  const near = nearestName(word, known)
  if (near !== undefined || word.length < PART_MIN_CHARS) return near
  return known.find((candidate) => candidate.includes(word.toLowerCase()))
}

function namesOf(operations: readonly AnyOperation[]): string[] {
  return operations.map(({ name }) => name)
}

function suggestion(near: string | undefined): string {
  return near === undefined ? '' : ` Did you mean "${near}"?`
}
