import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import {
  chooseFinder,
  findersOf,
  isWithinStandard,
  listNames,
  selectOffer,
  type Selection,
  selectOperations,
  servedOverHttp,
  selectStandard,
  chooseTools,
} from '../../../../src/core/select/select.ts'
import { sampleOperations } from '../../../support/operations.ts'

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

describe('lists of tools', () => {
  const some = (name: string, more: Partial<AnyOperation>): AnyOperation => ({
    ...sampleOperations[0]!,
    name,
    ...more,
  })
  const inChat = (name: string, tier: 'core' | 'standard' | 'more') =>
    some(name, { toolset: 'chat', tier, http: { method: 'POST', path: '/', dialect: 'form' } })
  const catalogue = [
    some('page', { toolset: 'web' }),
    some('purse', { toolset: 'wallet', audience: 'owner' }),
    inChat('say', 'core'),
    inChat('draft', 'standard'),
    inChat('rule', 'more'),
  ]
  const namesOf = (list: readonly AnyOperation[]) => list.map(({ name }) => name)

  test.each<[string[], string[]]>([
    [['core'], ['page', 'say']],
    [['chat'], ['say', 'draft']],
    [['chat-more'], ['rule']],
    [
      ['web', 'chat', 'chat-more'],
      ['page', 'say', 'draft', 'rule'],
    ],
    [['all'], ['page', 'purse', 'say', 'draft', 'rule']],
  ])('%j', (toolsets, expected) => {
    expect(namesOf(selectOperations(catalogue, { toolsets }))).toEqual(expected)
  })

  test('are those that hold something', () => {
    const every = ['web', 'wallet', 'chat', 'chat-more', 'core', 'all']
    expect(listNames(catalogue)).toEqual(every)
    expect(listNames(catalogue.slice(0, 1))).toEqual(['web', 'core', 'all'])
  })

  test.each<[Selection, boolean]>([
    [{}, true],
    [{ toolsets: ['core', 'chat', 'wallet'] }, true],
    [{ tools: ['draft'], excludeTools: ['say'] }, true],
    [{ toolsets: ['web', 'chat-more'] }, false],
    [{ toolsets: ['all'] }, false],
    [{ excludeTools: ['rule'] }, false],
  ])('%j needs no more than the default list: %j', (selection, expected) => {
    expect(isWithinStandard(selectStandard(catalogue), selection)).toBe(expected)
  })

  test('what an instance does not serve is known, and not offered', () => {
    const toolsets = ['wallet', 'chat']
    const offer = selectOffer(catalogue, { toolsets }, servedOverHttp(catalogue))
    expect(namesOf(offer.tools)).toEqual(['say', 'draft'])
    expect(namesOf(offer.routes)).toEqual(['say', 'draft', 'rule'])
  })

  test('who chooses nothing gets what is not rare, with every route', () => {
    const offer = selectOffer(catalogue, {})
    expect(namesOf(offer.standardTools)).toEqual(['page', 'purse', 'say', 'draft'])
    expect(namesOf(offer.tools)).toEqual(namesOf(offer.routes))
    expect(namesOf(chooseTools(offer, {}))).toEqual(namesOf(offer.standardTools))
    expect(namesOf(chooseTools(offer, { excludeTools: ['rule', 'say'] }))).not.toContain('rule')
    expect(namesOf(chooseTools(offer, { toolsets: ['chat-more'] }))).toEqual(['rule'])
  })

  test('what the operator chose is all that a client can choose from', () => {
    const offer = selectOffer(catalogue, { toolsets: ['core'], excludeTools: ['page'] })
    expect(namesOf(offer.standardTools)).toEqual(['say'])
    expect(namesOf(chooseTools(offer, { toolsets: ['all'] }))).toEqual(['say'])
    expect(() => chooseTools(offer, { toolsets: ['chat-more'] })).toThrow('no such toolset')
    expect(namesOf(offer.routes)).toEqual(['say', 'draft', 'rule'])
    expect(namesOf(selectOffer(catalogue.slice(0, 2), { toolsets: ['core'] }).routes)).toEqual([
      'page',
    ])
  })

  test('the default and the short list lead to all tools, others where the finder is named', () => {
    const both = ['find_tools', 'call_tool']
    expect(findersOf({})).toEqual(both)
    expect(findersOf({ excludeTools: ['call_tool'] })).toEqual(['find_tools'])
    expect(findersOf({ toolsets: ['web', 'all'] })).toEqual([])
    expect(findersOf({ toolsets: ['web', 'core'] })).toEqual(both)
    expect(findersOf({ toolsets: ['web'], tools: ['call_tool'] })).toEqual(['call_tool'])
    expect(findersOf({ toolsets: ['core'], excludeTools: ['find_tools'] })).toEqual(['call_tool'])
    expect(namesOf(selectOperations(catalogue, { tools: both, excludeTools: both }))).toEqual([])
  })

  const reached = async (selection: Selection, chosen: Selection = {}) => {
    const offer = selectOffer(catalogue, selection, servedOverHttp(catalogue))
    const finder = chooseFinder(offer.finder, chosen)
    const { isReadOnly } = finder
    return { names: finder.names, isReadOnly, tools: namesOf(await finder.tools()) }
  }

  test('it leads to what is served and nobody excluded', async () => {
    const both = ['find_tools', 'call_tool']
    const tools = ['page', 'say', 'draft', 'rule']
    expect(await reached({ toolsets: ['core'] })).toEqual({ names: both, isReadOnly: false, tools })
    expect(await reached({}, { toolsets: ['core'] })).toMatchObject({ names: both, tools })
    expect(await reached({ toolsets: ['core'], excludeTools: ['rule'] })).toMatchObject({
      tools: ['page', 'say', 'draft'],
    })
    expect(await reached({ toolsets: ['core'] }, { excludeTools: ['say'] })).toMatchObject({
      names: both,
      tools: ['page', 'draft', 'rule'],
    })
    expect(await reached({ toolsets: ['core'] }, { readOnly: true })).toMatchObject({
      isReadOnly: true,
    })
    expect(await reached({ toolsets: ['core'], readOnly: true })).toMatchObject({
      isReadOnly: true,
    })
  })

  test('a client reaches no more than the operator chose, and by a list of its own what its names call', async () => {
    expect(await reached({ toolsets: ['web'] }, { toolsets: ['core'] })).toMatchObject({
      names: ['find_tools', 'call_tool'],
      tools: ['page'],
    })
    expect(await reached({ toolsets: ['core'] }, { tools: ['say'] })).toMatchObject({ names: [] })
    expect(await reached({ toolsets: ['web'] })).toMatchObject({ names: [], tools: ['page'] })
  })
})
