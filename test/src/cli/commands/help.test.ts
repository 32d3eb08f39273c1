import { expect, test } from 'vitest'
import { SETTINGS } from '../../../../src/app/config/settings.ts'
import { helpText } from '../../../../src/cli/commands/help.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { offeredToModels } from '../../../../tools/index.ts'

const text = helpText(selectTools(await offeredToModels()))

test('every setting is named once, in a group', () => {
  const named = [...text.matchAll(/^ {4}--([a-z-]+)/gm)].map(([, name]) => name)
  expect(named).toEqual(Object.keys(SETTINGS))
  const settings = text.slice(text.indexOf('Settings, '))
  const groups = [...settings.matchAll(/^ {2}([A-Z].*)$/gm)].map(([, title]) => title)
  expect(groups.length).toBeGreaterThan(6)
  expect(settings.split('\n')[1]).toBe(`  ${groups[0]}`)
})

test('every tool is named beside its toolset, in lines that fit a terminal', () => {
  const tools = text.slice(text.indexOf('\nTools; '), text.indexOf('\nSettings, '))
  expect(tools).toMatch(/^ {2}web +read extract metadata/m)
  expect(tools).toMatch(/^ {2}chat +chat_wait_for_events /m)
  for (const line of tools.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})
