import { expect, test } from 'vitest'
import { type Selection, selectOperations } from '../../src/select.ts'
import { sampleOperations } from '../support/operations.ts'

const names = (selection: Selection) =>
  selectOperations(sampleOperations, selection).map(({ name }) => name)

test.each<[string, Selection, string[]]>([
  ['nothing given: everything', {}, ['echo', 'sold', 'slow', 'failing']],
  ['a toolset', { toolsets: ['web'] }, ['echo', 'sold', 'slow', 'failing']],
  [
    'tools alone are the whole list, in catalogue order',
    { tools: ['slow', 'echo'] },
    ['echo', 'slow'],
  ],
  ['no toolset and no tool: nothing', { toolsets: [] }, []],
  [
    'an excluded tool wins over a wanted one',
    { tools: ['echo', 'sold'], excludeTools: ['echo'] },
    ['sold'],
  ],
  ['read-only overrides everything', { tools: ['slow', 'echo'], readOnly: true }, ['echo']],
])('%s', (_, selection, expected) => {
  expect(names(selection)).toEqual(expected)
})

test.each<Selection>([{ toolsets: ['wbe'] }, { tools: ['ecco'] }, { excludeTools: ['ecco'] }])(
  'a name that nobody has is refused with the known ones: %j',
  (selection) => {
    expect(() => names(selection)).toThrow(
      expect.objectContaining({ code: 'invalid_input', hint: expect.stringMatching(/web|echo/) }),
    )
  },
)
