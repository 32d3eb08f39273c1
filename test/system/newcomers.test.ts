import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { CLI, cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { CHAIN_START_MAX_MS } from '../support/chain.ts'
import { freePort } from '../support/free-port.ts'
import { keepOutput } from '../support/outputs.ts'

const run = promisify(execFile)

/** Commands that somebody new types until the first paid call. */
const COMMANDS_MAX_COUNT = 6

/** The commands of the document that are said to be run by a test: for a seller, and for a buyer. */
function documentedCommands(): string[][] {
  const text = readFileSync(join(ROOT, 'docs/payments.md'), 'utf8')
  const blocks = text.matchAll(/<!-- A test runs these commands\. -->\n\n```sh\n(.*?)\n```/gs)
  return [...blocks].map(([, block = '']) => block.split('\n'))
}

/** One command after another, as somebody types them: those that stay open are waited for until they say that they listen. */
class Terminal implements AsyncDisposable {
  readonly #dir = tempDir()
  readonly #open: ChildProcess[] = []
  readonly #env: Record<string, string> = {}
  readonly #ports: readonly (readonly [string, string])[]
  /** What the commands that stay open have printed. */
  printed = ''

  constructor(chainPort: number, serverPort: number) {
    this.#ports = [
      ['8545', String(chainPort)],
      ['8402', String(serverPort)],
      // The default, which nobody types.
      [' serve ', ` serve --port ${serverPort} `],
    ]
    Object.assign(this.#env, {
      LOCAL_CHAIN_PORT: String(chainPort),
      BELLHOP_DATA_DIR: this.#dir.path,
    })
  }

  /** Types a line, and returns what it prints, or nothing where it stays open. */
  async type(line: string): Promise<string> {
    const [written = '', note = ''] = line.split(' # ')
    let command = written.trim()
    for (const [usual, here] of this.#ports) command = command.replaceAll(usual, here)
    const program = CLI.map((part) => `'${part}'`).join(' ')
    command = command
      .replaceAll(/npm start (?:-s )?--/g, program)
      .replaceAll('npm run local-chain --', `'${process.execPath}' scripts/local-chain.ts`)
    if (command.startsWith('export ')) return this.#export(command)
    const options = { cwd: ROOT, env: cleanEnv(this.#env) }
    if (!note.includes('stays open')) {
      const { stdout, stderr } = await run('sh', ['-c', command], options)
      keepOutput(stdout + stderr)
      return stdout
    }
    const child = spawn('sh', ['-c', `exec ${command}`], { ...options, stdio: 'pipe' })
    this.#open.push(child)
    const before = this.printed.length
    const read = (chunk: Buffer): void => void (this.printed += chunk.toString())
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    const isOpen = () => /listens on|listening/.test(this.printed.slice(before))
    while (!isOpen() && child.exitCode === null) await sleep(50)
    if (!isOpen()) throw new Error(`${command} ended: ${this.printed.slice(before)}`)
    return ''
  }

  #export(command: string): string {
    for (const [, name = '', quoted, plain] of command.matchAll(/(\w+)=(?:'([^']*)'|(\S+))/g)) {
      this.#env[name] = quoted ?? plain ?? ''
    }
    return ''
  }

  async [Symbol.asyncDispose]() {
    for (const child of this.#open.toReversed()) {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    }
    keepOutput(this.printed)
    this.#dir[Symbol.dispose]()
  }
}

describe('from nothing to the first paid call, by the commands of the document', () => {
  const [asSeller = [], asBuyer = []] = documentedCommands()

  test.each([
    ['a seller', asSeller],
    ['a buyer', asBuyer],
  ])('%s types a few', (_, commands) => {
    expect(commands.length).toBeGreaterThan(2)
    expect(commands.length).toBeLessThanOrEqual(COMMANDS_MAX_COUNT)
  })

  test(
    'a seller has sold a call',
    async () => {
      await using terminal = new Terminal(await freePort(), await freePort())
      for (const line of asSeller.slice(0, -1)) await terminal.type(line)
      await expect
        .poll(() => terminal.printed, { timeout: 60_000 })
        .toContain('a call was bought here')
      const earned = await terminal.type(asSeller.at(-1) ?? '')
      expect(earned).toMatch(/"kind":"total","network":"eip155:84532","calls":1,"usd":"0\.001"/)
    },
    CHAIN_START_MAX_MS,
  )

  test(
    'a buyer has bought one',
    async () => {
      await using terminal = new Terminal(await freePort(), await freePort())
      for (const line of asBuyer.slice(0, -2)) await terminal.type(line)
      const answer = await terminal.type(asBuyer.at(-2) ?? '')
      expect(JSON.parse(answer)).toMatchObject({
        result: expect.stringContaining('Bought') as string,
      })
      const receipts = await terminal.type(asBuyer.at(-1) ?? '')
      expect(receipts).toMatch(/convert,127\.0\.0\.1:\d+,0x[0-9a-f]{40},0\.001,eip155:84532,spent/i)
    },
    CHAIN_START_MAX_MS,
  )
})
