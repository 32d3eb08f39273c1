import { expect, test } from 'vitest'
import { selectOffer } from '../../../../src/core/select/select.ts'
import { CLIENTS } from '../../../support/clients.ts'
import { startHttpServer } from '../../../support/http-server.ts'
import { echo } from '../../../support/operations.ts'

test.each(CLIENTS)(
  '%s: a search is bounded, in what it takes and what it shows',
  async (_, connect) => {
    const many = Array.from({ length: 30 }, (_none, at) => ({
      ...echo,
      name: `board_${at}`,
      http: { ...echo.http, path: `/board-${at}` as const },
    }))
    const offer = selectOffer(many, { tools: ['find_tools'] })
    await using server = await startHttpServer({ operations: offer.routes, offer })
    const client = await connect({ url: server.mcpUrl })
    const find = async (args: Record<string, unknown>) => {
      const { structuredContent, ...answer } = await client.callTool({
        name: 'find_tools',
        arguments: args,
      })
      const { tools = [], more } = (structuredContent ?? {}) as { tools?: unknown[]; more?: number }
      return { listed: tools.length, more, text: answer.content[0]?.text ?? '' }
    }
    expect(await find({ query: 'board' })).toMatchObject({ listed: 10, more: 20 })
    const whole = await find({ query: 'board', schema: true })
    expect(whole).toMatchObject({ listed: 5, more: 25 })
    expect(whole.text).toMatch(/25 more fit less: search by other words\.$/)
    expect((await find({ query: 'b'.repeat(301) })).text).toMatch(/^invalid_input: query/)
    await client.close()
  },
)
