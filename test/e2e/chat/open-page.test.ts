// @module-tag full
import { expect, test } from 'vitest'
import { CLI, cleanEnv, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { ADDRESSES, CLIENTS, resultText } from '../../support/clients.ts'

const [node, cli] = CLI

test.each(CLIENTS)(
  '%s on stdio is shown the page of a chat elsewhere, whose account it lacks',
  async (_, connect) => {
    using dir = tempDir()
    await using there = await serveBellhop()
    const args = [cli, '--data-dir', dir.path, '--chat', there.url]
    const pages: (string | undefined)[] = []
    const elicit = (__: string, { url }: { url?: string }) => {
      pages.push(url)
      return 'accept' as const
    }
    const client = await connect({ command: node, args, env: cleanEnv() }, elicit, ADDRESSES)
    const answer = await client.callTool({ name: 'get_streams', arguments: {} })
    await client.close()
    expect(answer.isError).toBe(true)
    expect(resultText(answer)).toMatch(
      /^unauthorized: .*\n.*bellhop chat login.* The user was shown /,
    )
    expect(pages.map((page) => page && new URL(page).origin)).toEqual([there.url])
  },
)
