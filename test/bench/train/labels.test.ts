import { expect, test } from 'vitest'
import { labelsBySegments, labelsByText } from '../../../bench/train/labels.ts'

test('blocks are content by their word triples, short ones by their place', () => {
  const blocks = [
    'Home',
    'Big news',
    'The sea rose by a metre today.',
    'Home',
    'All rights are reserved here',
    'Sea',
  ]
  const truth = 'Big news\nThe sea rose, by a metre, today. Home'
  expect([...labelsByText(blocks, truth)]).toEqual([1, 1, 1, 1, 0, 1])
  expect([...labelsByText(blocks, '')]).toEqual([0, 0, 0, 0, 0, 0])
})

test('blocks that hold no segment stay unknown', () => {
  const blocks = ['The sea  rose today', 'Share this', 'Something else']
  expect([...labelsBySegments(blocks, ['sea rose'], ['Share this'])]).toEqual([1, 0, -1])
})
