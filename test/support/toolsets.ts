import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './bellhop.ts'

/** One value of `--toolsets`, as docs/tools.md tells of it. */
export interface ToolList {
  value: string
  /** How many tools it holds. */
  tools: number
  /** How many of them are served over HTTP. */
  overHttp: number
}

const ROW = /^\| `(?<value>[\w-]+)` \| (?<tools>\d+) \| (?<overHttp>\d+) \| /gm

/** Every documented value of `--toolsets`. Throws where the document has no table of them. */
export function documentedToolsets(): readonly [ToolList, ...ToolList[]] {
  const text = readFileSync(join(ROOT, 'docs/tools.md'), 'utf8')
  const [, table = ''] = /<!-- lists:start -->([\s\S]*?)<!-- lists:end -->/.exec(text) ?? []
  const [first, ...others] = [...table.matchAll(ROW)].map(({ groups = {} }) => ({
    value: groups['value'] ?? '',
    tools: Number(groups['tools']),
    overHttp: Number(groups['overHttp']),
  }))
  if (first === undefined) throw new Error('docs/tools.md has no table of toolsets')
  return [first, ...others]
}
