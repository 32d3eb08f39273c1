import type { ServerContext } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../contract/operation.ts'
import type { ServerScope } from '../calls/call-tool.ts'
import type { ToolAnswer } from '../calls/result.ts'
import type { JsonSchema } from '../schema.ts'
import type { ServerDeps } from '../server-parts.ts'
import type { ToolNames } from '../tool-names.ts'

/** A tool of one client: what lists say of it, and what a call of it does. */
export interface Tool {
  /** Name without a prefix. */
  name: string
  config: {
    title: string
    description: string
    inputSchema: JsonSchema
    outputSchema?: JsonSchema
    annotations: Readonly<
      Record<`${'readOnly' | 'destructive' | 'idempotent' | 'openWorld'}Hint`, boolean>
    >
    _meta?: Record<string, unknown>
  }
  /** Never throws: failures are results. */
  serve(args: Record<string, unknown>, context: ServerContext): Promise<ToolAnswer>
}

/** Makes the tool of an operation for a client. */
export type DescribeTool = (operation: AnyOperation) => Tool

/** What tools are made with that lead to others. */
export interface ToolScope extends ServerScope {
  deps: ServerDeps
  names: ToolNames
}
