import { envName } from '../../app/config/config.ts'
import { SETTINGS } from '../../app/config/settings.ts'
import type { AnyOperation } from '../../contract/operation.ts'

/** The text of `bellhop --help`. */
export function helpText(operations: readonly AnyOperation[]): string {
  const settings = Object.entries(SETTINGS).map(([name, setting]) => {
    const flag = 'switch' in setting ? `--${name}` : `--${name} <value>`
    return `  ${flag.padEnd(26)}${setting.description} (${setting.default})`
  })
  return `Bellhop runs errands for AI agents: ${operations.map(({ name }) => name).join(', ')}.

Usage
  bellhop                               MCP server on stdin and stdout
  bellhop serve                         HTTP server: routes, /mcp, /openapi.json
  bellhop call <operation> [value] [field=value ...]
  bellhop call <operation> --json <object | ->
                                        run one operation and print its result
  bellhop tools                         list the operations
  bellhop earnings                      what was sold, per operation and per day
  bellhop wallet                        what the wallet holds and has spent
  bellhop wallet new | import | address make an encrypted wallet, or one of a key on stdin
  bellhop chat user add|key|role ...    administer accounts of the team chat
  bellhop doctor                        check this machine and the configuration
  bellhop --version | --help

Settings, each also as ${envName('name').replace('NAME', '<NAME>')} or in the file named by --config
${settings.join('\n')}`
}
