// @module-tag full
import { expect, test } from 'vitest'
import { serveBellhop } from '../../../support/bellhop.ts'
import { CLIENTS } from '../../../support/clients.ts'

const [, connect] = CLIENTS.at(-1)!

test('whoever is asked before a message is deleted reads it first', async () => {
  await using server = await serveBellhop()
  const questions: string[] = []
  const headers = { authorization: `Bearer ${server.owner().key}` }
  const agent = await connect({ url: `${server.url}/mcp`, headers }, (message) => {
    questions.push(message)
    return 'decline'
  })
  const content = 'The keys are in\ndrawer 17.'
  const to = { people: ['Owner'], content }
  const sent = await agent.callTool({ name: 'send_message', arguments: to })
  const message_id = Number(sent.structuredContent?.['id'])
  const declined = await agent.callTool({ name: 'delete_message', arguments: { message_id } })
  expect(declined.content[0]?.text).toMatch(/^forbidden: The user declined/)
  const [asked, shown] = String(questions).split('\n\n')
  expect(asked).toContain(`cannot be undone, with {"message_id":${message_id}}?`)
  expect(shown).toMatch(new RegExp(`^${message_id} .*: The keys are in drawer 17\\.$`))
  await agent.close()
})
