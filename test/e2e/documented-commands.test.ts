// @module-tag full
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { FINDER_TOOLS } from '../../src/core/select/finder.ts'
import { servedOverHttp, selectStandard, selectTools } from '../../src/core/select/select.ts'
import { offeredToModels } from '../../tools/index.ts'
import { cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'

/** What people replace by the folder of their clone. */
const PLACE = '/absolute/path/to/bellhop'

const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())

const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The blocks of one language, in order. */
function blocksOf(text: string, language: string): string[] {
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))
  return [...blocks].map(([, code = '']) => code)
}

/** Commands in code style within sentences. */
function commandsWithin(text: string): string[] {
  return [...text.matchAll(/`((?:npm (?:run|start|ci)|node) [^`]+)`/g)].map(
    ([, command = '']) => command,
  )
}

async function run(command: string): Promise<{ code: number; output: string }> {
  const env = cleanEnv({ BELLHOP_DATA_DIR: dir.path })
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: ROOT, env })
    return { code: 0, output: stdout + stderr }
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

/** Starts a program that stays, and ends it when it has said something. */
async function hears(command: string, said: RegExp): Promise<void> {
  const env = cleanEnv({ BELLHOP_DATA_DIR: dir.path, BELLHOP_PORT: '0' })
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface({ input: child.stderr })) if (said.test(line)) break
  // The server has the stream too, and closes it when it has ended.
  const ended = once(child, 'close')
  child.stderr.resume()
  child.kill()
  await ended
}

/** How each command of the README is tried, without a network. */
const WAYS: Readonly<Record<string, () => Promise<void>>> = {
  'npm ci': async () => {
    // What a clone needs is named, and can be had from what is there.
    const { code, output } = await run('npm ci --dry-run --offline --ignore-scripts')
    expect(output).not.toContain('ERR!')
    expect(code).toBe(0)
  },
  'npm start -- demo': async () => {
    const { code, output } = await run('npm start -- demo')
    expect(output).toMatch(/All \d+ steps held/)
    expect(code).toBe(0)
  },
  'npm start --silent -- call read https://example.com/': async () => {
    // Without a name server the call says what is wrong, as JSON where nobody reads along.
    const { output } = await run('npm start --silent -- call read https://example.com/')
    expect(JSON.parse(output.split('\n')[0] ?? '')).toEqual(expect.any(Object))
  },
  "npm start --silent -- call convert from=csv to=markdown data='a;b\n1;2'": async () => {
    const { output } = await run(
      "npm start --silent -- call convert from=csv to=markdown data='a;b\n1;2'",
    )
    expect(output).toContain('| 1 | 2 |')
  },
  'npm start -- doctor': async () => {
    const { output } = await run('npm start --silent -- doctor')
    expect(output).toContain('"check":"next"')
  },
  'npm start -- serve': async () => hears('npm start -- serve', /"url":"http/),
  'npm start -- backup bellhop.tar.gz': async () => {
    const file = join(dir.path, 'bellhop.tar.gz')
    const { code } = await run(`npm start --silent -- backup ${file}`)
    expect([code, existsSync(file)]).toEqual([0, true])
  },
  'npm start -- wallet withdraw 0xYourAddress all': async () => {
    const { output } = await run('npm start --silent -- wallet withdraw 0xYourAddress all')
    expect(output).toContain('There is no wallet.')
  },
  'npm run build': async () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
    // `package.test.ts` and `bundle.test.ts` run what these two name.
    expect(scripts).toMatchObject({
      build: 'node scripts/build.ts',
      bundle: 'node scripts/bundle.ts',
    })
  },
  'npm run bundle': async () => {},
  'node dist/lib/bellhop.mjs': async () => {},
}

describe('each command of the README works, offline', () => {
  const readme = readText('README.md')
  const shown = blocksOf(readme, 'sh')
    .flatMap((block) => block.trim().split(/\n(?=npm |claude )/))
    .filter((command) => !command.startsWith('claude '))
  const commands = new Set([...shown, ...commandsWithin(readme)])

  test('and is in the table of how it is tried', () => {
    expect([...commands].toSorted()).toEqual(Object.keys(WAYS).toSorted())
  })

  // oxlint-disable-next-line vitest/expect-expect
  test.each(Object.entries(WAYS))('%s', async (_, attempt) => attempt())
})

interface Start {
  command: string
  args: string[]
}

/** Every way to start the server that a page shows, in whatever language its host is told. */
function startsOf(text: string): Start[] {
  const json = blocksOf(text, 'json').flatMap((block) =>
    Object.values(JSON.parse(block) as Record<string, { bellhop: Start }>),
  )
  const yaml = blocksOf(text, 'yaml').map((block) => {
    const { extensions } = parse(block) as {
      extensions: { bellhop: { cmd: string; args: string[] } }
    }
    return { bellhop: { command: extensions.bellhop.cmd, args: extensions.bellhop.args } }
  })
  const toml = blocksOf(text, 'toml').map((block) => {
    // Strings and lists of strings are written as in JSON.
    const value = (key: string): unknown =>
      JSON.parse(new RegExp(`^${key} = (.*)$`, 'm').exec(block)?.[1] ?? 'null')
    expect(block).toContain('[mcp_servers.bellhop]')
    return { bellhop: { command: value('command') as string, args: value('args') as string[] } }
  })
  const words = [...text.matchAll(/mcp add (?:-?-\S+ \w+ )?bellhop -- ([^`\n]+)/g)].map(
    ([, line = '']) => {
      const [command = '', ...args] = line.split(' ')
      return { bellhop: { command, args } }
    },
  )
  return [...json, ...yaml, ...toml, ...words].map(({ bellhop: { command, args } }) => ({
    command,
    args,
  }))
}

describe('what hosts are told to start is this server', () => {
  const starts = [...startsOf(readText('docs/hosts.md')), ...startsOf(readText('README.md'))]
  const distinct = new Map(starts.map((start) => [JSON.stringify(start), start]))

  test('in each of the ten hosts', () => {
    const page = readText('docs/hosts.md')
    const hosts = [
      'Claude Code',
      'Claude Desktop',
      'Cursor',
      'VS Code',
      'Codex',
      'Gemini CLI',
      'Windsurf',
      'Zed',
      'Goose',
      'LM Studio',
    ]
    for (const host of hosts) {
      const [section = ''] = new RegExp(`^## ${host}\n[\\s\\S]*?(?=^## )`, 'm').exec(page) ?? []
      expect(startsOf(section).length, host).toBeGreaterThan(0)
      expect(section, host).toMatch(/\*\*File\*\*[\s\S]*\*\*See that it works\*\*[\s\S]*\]\(https:/)
    }
  })

  test.each([...distinct.values()])('$command $args', async ({ command, args }) => {
    const [, connect] = CLIENTS[0] ?? []
    const placed = args.map((word) => word.replace(PLACE, ROOT))
    const env = cleanEnv({ BELLHOP_DATA_DIR: dir.path })
    const client = await connect?.({ command, args: placed, env, cwd: '/' })
    const { tools = [] } = (await client?.listTools()) ?? {}
    await client?.close()
    const offered = servedOverHttp(selectStandard(selectTools(await offeredToModels())))
    const isShort = args.includes('core')
    const usual = offered.length + FINDER_TOOLS.length
    // Goose advises fewer than 25 tools.
    expect(tools.length).toBeLessThanOrEqual(isShort ? 24 : usual)
    expect(tools.length).toBeGreaterThanOrEqual(isShort ? 10 : usual)
  })
})
