import type { AnyOperation } from '../../contract/operation.ts'

/** The operations on offer: a table for a terminal, JSON lines for a pipe. */
export function toolsText(
  operations: readonly AnyOperation[],
  isTerminal = process.stdout.isTTY,
): string {
  return operations
    .map(({ name, title, toolset, price, effects, toolOnly, ...operation }) => {
      const http = toolOnly ? null : operation.http
      const route = http ? `${http.method} ${http.path}` : 'no route'
      return isTerminal
        ? `${name.padEnd(18)}${toolset.padEnd(8)}${route.padEnd(24)}${title}`
        : JSON.stringify({ name, title, toolset, http, price: price ?? null, effects })
    })
    .join('\n')
}
