import { envName } from '../../app/config/config.ts'
import { defaultOf } from '../../app/config/setting.ts'
import { type SettingName, SETTINGS } from '../../app/config/settings.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { startWords } from '../clone.ts'

/** What most readers look for: what it is, the first commands, and a call of each kind. */
const head =
  (): string => `Bellhop runs errands for AI agents: reads pages and PDFs, converts, looks up chains, and has a team chat.
  bellhop demo                    show what it does, without a network
  bellhop                         MCP server on stdin and stdout, for a client to start
  bellhop serve                   the same over HTTP, with a route for each tool
  bellhop call <tool> [...]       run one tool and print its result
  bellhop tools [<tool>]          list the tools, or show one with its fields

Examples
  claude mcp add bellhop -- ${startWords().join(' ')}
  bellhop call extract https://example.com/
  bellhop call convert from=csv to=markdown data='name;room'
  bellhop call send_message channel=general topic=greetings content='Hello!'
  bellhop serve --port 8402 --toolsets core`

const COMMANDS = `Commands
  bellhop call <tool> [value] [field=value ...]
  bellhop call <tool> --json <object | ->
                                  give the fields as words, as JSON, or as JSON on stdin
  bellhop chat login | logout <address>
                                  keep or forget an account at another chat server
  bellhop chat user add|key|role ...
                                  administer accounts of the team chat; see bellhop chat --help
  bellhop chat export | import <file>
                                  write the chat for another server, or read that of one
  bellhop backup | restore <file>
                                  write everything of this instance to one file, or read it back
  bellhop wallet                  show balance, limits and payments
  bellhop wallet new | import     make an encrypted wallet, or one of a key on stdin
  bellhop wallet address | fund | receipts | export
                                  show the address, how to fund it, payments as CSV, or the key
  bellhop wallet withdraw <address> <usd | all>
                                  send money out of the wallet
  bellhop wallet allow <usd>      set how much permits may move
  bellhop earnings                show sales, per operation and per day
  bellhop usage                   show calls, dollars and downloads of keys and teams with a plan, per day, as CSV
  bellhop plan [<key> <limit ...>]
                                  limit a key or an account while servers run
  bellhop migrate                 upgrade the database, and make the bucket, before servers start
  bellhop doctor                  check this machine and the configuration
  bellhop --version | --help`

/** Settings stand in groups, each from the named one on. */
const GROUP_STARTS: Partial<Record<SettingName, string>> = {
  toolsets: 'Tools',
  protocol: 'MCP and HTTP server',
  'allow-hosts': 'Reading',
  chat: 'Team chat',
  'data-dir': 'Storage and work at once',
  'user-agent': 'Fetches and chains',
  paid: 'Selling calls',
  remote: 'Buying calls',
  'log-level': 'This program',
}

/** Longest line with names of tools. */
const LINE_MAX_CHARS = 100

/** The text of `bellhop --help`. */
export function helpText(operations: readonly AnyOperation[]): string {
  const everySetting = `each also as ${envName('name').replace('NAME', '<NAME>')} or in the file named by --config`
  return [
    head(),
    COMMANDS,
    `Tools; bellhop tools <tool> shows one\n${toolLines(operations).join('\n')}`,
    `Settings, ${everySetting}\n${settingLines().join('\n')}`,
  ].join('\n\n')
}

function toolLines(operations: readonly AnyOperation[]): string[] {
  const toolsets = Object.groupBy(operations, ({ toolset }) => toolset)
  return Object.entries(toolsets).flatMap(([toolset, list]) =>
    wrapped(
      toolset,
      list.map(({ name }) => name),
    ),
  )
}

/** Words behind a label, in lines of a fit length. */
function wrapped(label: string, words: readonly string[]): string[] {
  const lines: string[] = []
  let line = `  ${label.padEnd(8)}`
  for (const word of words) {
    if (line.length + word.length + 1 > LINE_MAX_CHARS) {
      lines.push(line)
      line = ' '.repeat(10)
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

function settingLines(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, setting]) => {
    const group = GROUP_STARTS[name as SettingName]
    const flag = 'switch' in setting ? `--${name}` : `--${name} <value>`
    const line = `    ${flag.padEnd(32)}${setting.description} (${defaultOf(setting)})`
    return group === undefined ? [line] : [`  ${group}`, line]
  })
}
