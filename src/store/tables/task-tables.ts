/** States of a task; the last three are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** A call over MCP that goes on after its client was answered. */
export interface McpTaskTable {
  /** Unguessable. */
  id: string
  /** Whose it is, see `Principal`; nobody else learns that it is there. */
  principal: string
  status: TaskStatus
  tool: string
  /** What another process would call again, as JSON; null where that must not be, and once the task is over. */
  arguments: string | null
  /** Self-declared name of the client program. */
  program: string | null
  /** Id of the chat account that called, where it is one of this instance. */
  account_id: number | null
  /** How another process goes on, as JSON (`Resumption`). */
  resumption: string | null
  /** The questions to the client and its answers, as JSON. */
  question: string | null
  /** The result, or the error of a failed task, as JSON. */
  outcome: string | null
  /** Process that runs it; empty where none does. */
  runner: string
  created_ms: number
  updated_ms: number
  /** Time from which on it may be deleted, in whatever state. */
  expires_ms: number
  /** What it may take of the principal's room: that of its result, and until there is one the most that it may take. */
  bytes: number
}

/** A process that runs tasks. */
export interface McpRunnerTable {
  id: string
  /** Unless it says so again, it counts as dead from then on. */
  leased_until_ms: number
}

/** Tables of tasks. */
export interface TaskTables {
  mcp_task: McpTaskTable
  mcp_runner: McpRunnerTable
}
