import type { Person } from '../../test/support/http-person.ts'
import type { Agent } from './agent.ts'

/** Parts of the product without which a task cannot be done. */
export type Part = 'read' | 'find_tools' | 'sessions' | 'route fields'

/** What a task is given: its agents are in the chat since just now, and the topic is its own. */
export interface Given {
  /** An agent of this name, connected when it is first asked for. */
  agent(name: AgentName): Promise<Agent>
  /** Name of the chat account of an agent. */
  nameOf(name: AgentName): string
  person: Person
  /** Address of a document. */
  url(path: string): string
  channel: string
  topic: string
  chain: { holder: string; token: string }
}

/**
 * Agents of a task. `core` has the short list of tools; `twin 1` and `twin 2` are two sessions of one client, whose names the
 * product chooses.
 */
export type AgentName = 'ada' | 'bob' | 'core' | 'twin 1' | 'twin 2'

/** A script of what models do. It throws unless the task succeeds. */
export type Script = (given: Given) => Promise<void>

/** One errand. */
export interface Task {
  name: string
  /** What it needs that earlier releases did not have. */
  needs?: Part
  run: Script
  /**
   * How the same was done in the earlier release: the shortest way that a model could find. Absent where it was the same; a reason where
   * there was none.
   */
  before?: Script | { impossible: string }
  /** Whether the first call is written as models write, which was refused before: the retry is what differs. */
  isHabit?: true
}

/** The text that a pattern finds, its first group if it has one. Throws where it finds none. */
export function pick(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)
  if (!found) throw new Error(`${String(pattern)} is not in:\n${text.slice(0, 2_000)}`)
  return found[1] ?? found[0]
}

/** Throws unless a text holds all of these. */
export function mustHold(text: string, ...expected: readonly string[]): void {
  const missing = expected.filter((one) => !text.includes(one))
  if (missing.length > 0) {
    throw new Error(`${JSON.stringify(missing)} is not in:\n${text.slice(0, 2_000)}`)
  }
}

/** The cursor at the end of what a chat tool said, in words or as a field. */
export const cursorIn = (text: string): string => pick(text, /(?:Cursor: |"cursor":")([\d:/]+)/)

/** The cursor at the end of a part of a document or feed, in words or as a field. */
export const nextIn = (text: string): string => pick(text, /(?:cursor |"nextCursor":)"([^"]+)"/)

/** Whether a part is not the last one. */
export const hasNext = (text: string): boolean => /For the next part|"nextCursor":/.test(text)

/** The id of a message that was sent. */
export const sentIn = (text: string): number => Number(pick(text, /(?:message |"id":)(\d+)/))
