import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { selectTools } from '../src/core/select/select.ts'
import { toolSchemas } from '../src/mcp/schema.ts'
import { offeredToModels } from '../tools/index.ts'
import { callTimes, echoServer, median, startToTools } from './mcp-session.ts'
import { machineLine, recordSection } from './record.ts'

const ROOT = join(import.meta.dirname, '..')
const operations = selectTools(await offeredToModels())
const STARTS = 15
const CHAT_STARTS = 30
const CALLS = 2_000
const TOKENS_PER_TOOL_TARGET = 110

/** A server of the bare SDK with as many tools as ours, each with our schemas, answering at once. */
const BARE_SERVER = `
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  const input = z.object({ url: z.string() })
  const output = z.object({ url: z.string(), text: z.string() })
  for (const name of ${JSON.stringify(operations.map(({ name }) => name))}) {
    server.registerTool(name, { description: 'Echo.', inputSchema: input, outputSchema: output }, async ({ url }) => {
      const result = { url, text: 'echo' }
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
    })
  }
  return server
})
`

/** A chat server that gets no request before the first call. */
const ELSEWHERE = 'https://chat.example.com'

type ChatPlace = 'off' | 'here' | typeof ELSEWHERE

/** Measures start-up, call overhead and the token cost of the tool list, against the bare SDK. */
export async function run(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
  // Inside node_modules, so that both find the packages.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.bench-'))
  try {
    const bare = join(folder, 'bare.mjs')
    const echo = join(folder, 'echo.mjs')
    writeFileSync(bare, BARE_SERVER)
    writeFileSync(echo, echoServer(ROOT))
    const text = await measure(bare, echo)
    console.log(text)
    recordSection('mcp', 'MCP surface', text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(bare: string, echo: string): Promise<string> {
  const entries = {
    bare,
    source: join(ROOT, 'src/cli/bellhop.js'),
    built: join(ROOT, 'dist/lib/bellhop.mjs'),
  }
  const starts: Record<keyof typeof entries, number[]> = { bare: [], source: [], built: [] }
  for (let round = -1; round < STARTS; round++) {
    for (const name of ['bare', 'source', 'built'] as const) {
      const { ms } = await startToTools(entries[name])
      if (round >= 0) starts[name].push(ms)
    }
  }
  const withChat: Record<ChatPlace, number[]> = { off: [], here: [], [ELSEWHERE]: [] }
  for (let round = -1; round < CHAT_STARTS; round++) {
    for (const place of ['off', 'here', ELSEWHERE] as const) {
      const { ms } = await startToTools(entries.built, ['--chat', place])
      if (round >= 0) withChat[place].push(ms)
    }
  }
  const bareCalls = await callTimes(bare, CALLS)
  const ourCalls = await callTimes(echo, CALLS)
  const tokens = operations.map((operation) => {
    const { name, description } = operation
    const text = JSON.stringify({ name, description, inputSchema: toolSchemas(operation).input })
    return Buffer.byteLength(text) / 4
  })
  const base = median(starts.bare)
  const callBase = median(bareCalls)
  const perTool = tokens.reduce((sum, count) => sum + count, 0) / tokens.length
  const rows = [
    ['start → answered `tools/list`, bare SDK server', `${base.toFixed(0)} ms`, '1.00 ×', ''],
    [
      'the same, `node src/cli/bellhop.js`',
      `${median(starts.source).toFixed(0)} ms`,
      ratio(median(starts.source), base),
      '≤ 1.6 ×',
    ],
    [
      'the same, `node dist/lib/bellhop.mjs` (what is published)',
      `${median(starts.built).toFixed(0)} ms`,
      ratio(median(starts.built), base),
      '≤ 1.3 ×',
    ],
    ['the same, `--chat off`', `${median(withChat.off).toFixed(0)} ms`, '', ''],
    [
      'the same, `--chat here`: ratio to off',
      `${median(withChat.here).toFixed(0)} ms`,
      ratio(median(withChat.here), median(withChat.off)),
      '≤ 1.15 ×',
    ],
    [
      'the same, with the chat of another server: ratio to off',
      `${median(withChat[ELSEWHERE]).toFixed(0)} ms`,
      ratio(median(withChat[ELSEWHERE]), median(withChat.off)),
      '≤ 1.15 ×',
    ],
    ['tool call over stdio p50, bare SDK echo', `${callBase.toFixed(3)} ms`, '1.00 ×', ''],
    [
      'the same, our echo',
      `${median(ourCalls).toFixed(3)} ms`,
      ratio(median(ourCalls), callBase),
      '≤ 2 ×',
    ],
    ['tokens of the tool list, per tool', perTool.toFixed(0), '', `≤ ${TOKENS_PER_TOOL_TARGET}`],
  ]
  const table = [
    '| measure | median | ratio | target |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
  return `${machineLine()} ${STARTS} alternating starts after a warm-up, ${CHAT_STARTS} where the chat is compared; ${CALLS} calls one after another. A token is four bytes of name, description and input schema.\n\n${table}`
}

function ratio(value: number, base: number): string {
  return `${(value / base).toFixed(2)} ×`
}
