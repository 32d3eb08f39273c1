import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { addLinkifier, ISSUE, listLinkifiers } from '../../../support/chat-organization.ts'
import { startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('are listed in the order of application', async () => {
  verifies('chat:4.7:linkifiers:response', 'chat:4.10:named:reorder-linkifiers')
  verifies('chat:2.9:id', 'chat:2.9:pattern', 'chat:2.9:url_template', 'chat:2.9:example_input')
  verifies('chat:2.9:reverse_template', 'chat:2.9:alternative_url_templates')
  ok(await addLinkifier())
  const other = { pattern: 'PR(?P<n>\\d+)', url_template: 'https://code.test/{n}' }
  expect(ok(await addLinkifier(other))['id']).toBe(2)
  const rest = { example_input: null, reverse_template: null, alternative_url_templates: [] }
  expect(await listLinkifiers()).toEqual([
    { id: 1, ...ISSUE, ...rest },
    { id: 2, ...other, ...rest },
  ])
  ok(await world.owner.patch('/realm/linkifiers', { ordered_linkifier_ids: [2, 1] }))
  expect((await listLinkifiers()).map((one: { id: number }) => one.id)).toEqual([2, 1])
})
