import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import {
  addLinkifier,
  ISSUE,
  listLinkifiers,
  updateLinkifier,
} from '../../../support/chat-organization.ts'
import { startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('are changed with templates for the way back', async () => {
  verifies('chat:4.7:filters:filter_id', 'chat:4.7:filters:pattern')
  verifies('chat:4.7:filters:url_template', 'chat:4.7:filters:example_input')
  verifies('chat:4.7:filters:reverse_template', 'chat:4.7:filters:reverse_template:braces')
  verifies('chat:4.7:filters:alternative_url_templates', 'chat:4.7:filters:response')
  verifies('chat:9:471', 'chat:9:176')
  ok(await addLinkifier())
  const change = {
    pattern: '\\{#(?P<id>\\d+)\\}',
    example_input: '{#12}',
    reverse_template: '{{#{id}}}',
    alternative_url_templates: ['https://old.test/?i={id}'],
  }
  expect(await updateLinkifier(1, change)).toEqual({ result: 'success', msg: '', status: 200 })
  expect(await listLinkifiers()).toEqual([{ id: 1, ...ISSUE, ...change }])
  ok(await updateLinkifier(1, { pattern: change.pattern }))
  expect(await listLinkifiers()).toEqual([{ id: 1, ...ISSUE, ...change }])
  ok(await updateLinkifier(1, { pattern: change.pattern, example_input: '', reverse_template: '' }))
  expect(await listLinkifiers()).toMatchObject([{ example_input: null, reverse_template: null }])
  const { url_template } = ISSUE
  expect(await world.owner.patch('/realm/filters/1', { url_template })).toMatchObject({
    ...refused,
    var_name: 'pattern',
  })
  expect(await updateLinkifier(9, {})).toMatchObject({ ...refused, msg: 'Linkifier not found.' })
  expect(await world.owner.delete('/realm/filters/9')).toMatchObject(refused)
})

test('must give the example back', async () => {
  verifies('chat:4.7:filters:reverse_template:check')
  ok(await addLinkifier())
  const example_input = '#12'
  const wrong = async (fields: object) => (await updateLinkifier(1, fields)).msg
  expect(await wrong({ example_input, reverse_template: 'no {id}' })).toBe(
    'Reverse template does not reproduce the example input.',
  )
  expect(await wrong({ reverse_template: '#{id}' })).toBe(
    'Reverse template requires example input.',
  )
  expect(await wrong({ example_input, reverse_template: '#{other}' })).toBe(
    "Variable 'other' in reverse template is not in linkifier pattern.",
  )
  expect(await wrong({ example_input, reverse_template: '#{id' })).toBe('Invalid reverse template.')
  expect(await wrong({ example_input: 'a #12' })).toBe('Example input does not match the pattern.')
  ok(await updateLinkifier(1, { example_input, reverse_template: '#{id}' }))
})
