import { expect, test } from 'vitest'
import { exampleCall, exampleInput } from '../../../../src/cli/commands/example-call.ts'
import { toolText } from '../../../../src/cli/commands/tool.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'

const tools = selectTools(await wholeCatalogue())

function toolNamed(name: string) {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}

test('a terminal is shown the fields with type, limits and default, and an example call', () => {
  const text = toolText(toolNamed('extract'), true)
  expect(text).toContain(toolNamed('extract').description)
  expect(text).toMatch(/^ {2}url +text, .*required\b/m)
  expect(text).toMatch(/^ {2}selector +text, .*up to 300 characters, optional/m)
  expect(text).toMatch(/^ {2}maxChars +integer, \d+ to \d+, optional/m)
  expect(toolText(toolNamed('get_messages'), true)).toMatch(
    /^ {2}limit +integer, 1 to 100, default 20\.$/m,
  )
  expect(text).toMatch(/^ {2}exclude +list of text, .*up to 20 items/m)
  expect(text).toContain('bellhop call extract url=https://example.com/')
  expect(toolText(toolNamed('convert'), true)).toMatch(/^ {2}from +.*csv \| .*required/m)
  expect(toolText(toolNamed('get_own_user'), true)).toContain('Fields\n  none')
})

test.each(tools.map((tool) => [tool.name, tool] as const))(
  'the example of %s is a call that fits',
  async (_, tool) => {
    const read = tool.input.safeParse(exampleInput(tool))
    expect(read.error?.issues ?? []).toEqual([])
    await tool.check?.(read.data)
  },
)

test('an example is quoted as a shell reads it', () => {
  expect(exampleCall(toolNamed('convert'))).toBe(
    "bellhop call convert from=csv to=markdown data='name;room\nAda;12'",
  )
  expect(exampleCall(toolNamed('price_check'))).toBe(
    `bellhop call price_check operation=extract input='{"url":"https://example.com/"}'`,
  )
})
