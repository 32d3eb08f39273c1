import type { AnyOperation } from '../../contract/operation.ts'
import { createLog } from '../../lib/log.ts'
import { VERSION } from '../../lib/version.ts'
import { createOperatorFetch } from '../../net/operator/operator-fetch.ts'
import { openMcpConnection } from '../../remote/mcp/connection.ts'
import { listTools } from '../../remote/mcp/list-tools.ts'
import { remoteTool } from '../../remote/mcp/remote-tool.ts'
import type { Config } from '../config/config.ts'
import { composeOutgoingProxy } from './compose-outgoing.ts'

/** The tools of the MCP server at an address; none, and a line in the log, where it gives no list in time. */
export async function loadRemoteTools(
  config: Config,
  url: string,
): Promise<readonly AnyOperation[]> {
  const userAgent = config['user-agent'] ?? `Bellhop/${VERSION}`
  const { host } = new URL(url)
  try {
    const listed = await listTools(
      openMcpConnection(
        url,
        createOperatorFetch({ userAgent, proxy: composeOutgoingProxy(config) }),
      ),
    )
    return listed.map((tool) => remoteTool(tool, host, config['remote-mcp-prefix']))
  } catch (err) {
    const log = createLog(config['log-level'] ?? 'warn')
    log.warn({ err, host }, 'the tools of the other MCP server are not offered')
    return []
  }
}
