import type { AnyOperation } from '../../contract/operation.ts'
import type { Purposes } from './wish-words.ts'

/** Tools of the MCP surface that lead to those that a list leaves out: one finds them, one calls them. */
export const FINDER_TOOLS = ['find_tools', 'call_tool'] as const

/** Name of a tool of the finder. */
export type FinderTool = (typeof FINDER_TOOLS)[number]

/** How a client reaches tools that its list leaves out. */
export interface Finder {
  /** Which of the finder's tools are in its list. */
  names: readonly FinderTool[]
  /** Whether it may call only what changes nothing. */
  isReadOnly: boolean
  /** Whether a tool of that name is within reach, which nothing has to be loaded for. */
  has(name: string): boolean
  /** Loads every tool that it may call, those of its list included. */
  tools(): Promise<readonly AnyOperation[]>
  /** Loads what tools are for, in many words; absent where their descriptions have to do. */
  purposes?(): Promise<Purposes>
}

/** Whether a name is one of the finder's. */
export function isFinderTool(name: string): name is FinderTool {
  return FINDER_TOOLS.some((known) => known === name)
}
