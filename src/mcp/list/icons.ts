import type { Result, ServerContext } from '@modelcontextprotocol/server'
import { type IconName, iconPath } from '../../core/select/toolset-icons.ts'
import { isRecord } from '../../lib/is-record.ts'

/** Since this revision lists have icons. */
const ICONS_SINCE = '2025-11-25'

/** Adds icons to what a list holds, by the address of this server, for clients whose revision has them. */
export function withIcons(
  result: Result,
  key: 'tools' | 'prompts',
  context: ServerContext,
  { base, iconOf }: { base: string; iconOf: (name: string) => IconName },
): Result {
  const revision = context.http?.req?.headers.get('mcp-protocol-version') ?? ''
  const listed: unknown = result[key]
  if (revision < ICONS_SINCE || !Array.isArray(listed)) return result
  const entries = listed.map((entry: unknown) => {
    if (!isRecord(entry)) return entry
    const src = new URL(iconPath(iconOf(String(entry['name']))), base).href
    return { ...entry, icons: [{ src }] }
  })
  return { ...result, [key]: entries }
}
