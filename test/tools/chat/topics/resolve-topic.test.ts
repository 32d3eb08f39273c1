import { describe, expect, test } from 'vitest'
import { ask, startTopicBoardForEach, topicsOf, write } from '../../../support/topic-board.ts'

startTopicBoardForEach()

describe('a topic is resolved as a whole', () => {
  test('with how many messages it has, and taken up again', async () => {
    for (let count = 0; count < 3; count += 1) await write('lab', 'plan')
    const resolved = await ask('resolve_topic', { channel: 'lab', topic: 'Plan' })
    expect(resolved.result).toEqual({ topic: '✔ plan', moved: 3 })
    expect(resolved.text).toBe('The topic is "✔ plan" now, with all its 3 messages.')
    const again = await ask('resolve_topic', { channel: 'lab', topic: 'plan' })
    expect(again.result).toEqual({ topic: '✔ plan', moved: 0 })
    const open = await ask('resolve_topic', { channel: 'lab', topic: 'plan', resolved: false })
    expect(open.result['topic']).toBe('plan')
    expect(Object.keys(await topicsOf('lab'))).toEqual(['plan'])
  })

  test('also by update_message, from whichever of its messages', async () => {
    const ids = [await write('lab', 'plan'), await write('lab', 'plan'), await write('lab', 'plan')]
    await ask('update_message', { message_id: ids[2], topic: '✔ plan' })
    expect(Object.keys(await topicsOf('lab'))).toEqual(['✔ plan'])
  })

  test('and one that is not there says which are', async () => {
    await write('lab', 'plan')
    const { isError, text } = await ask('resolve_topic', { channel: 'lab', topic: 'plans' })
    expect(isError).toBe(true)
    expect(text).toContain('Its latest: plan.')
  })
})
