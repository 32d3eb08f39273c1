import { mustHold, pick, sentIn, type Task } from '../task.ts'

function mustShow({ images }: { images: number }, count = 1): void {
  if (images !== count) throw new Error(`${images} pictures`)
}

/** Pictures, and lists of what there is in the chat. */
export const lookingTasks: readonly Task[] = [
  {
    name: 'a picture of a page',
    needs: 'read',
    async run({ agent, url }) {
      const shot = await (await agent('ada')).call('screenshot', { url: url('/tides') })
      mustShow(shot)
      mustHold(shot.text, 'Why the tides wait')
    },
  },
  {
    name: 'a picture of a whole long page, in parts',
    needs: 'read',
    async run({ agent, url }) {
      const ada = await agent('ada')
      const args = { url: url('/house'), fullPage: true, width: 500 }
      const first = await ada.call('screenshot', args)
      mustShow(first)
      const part = Number(pick(first.text, /go on with part: (\d+)/))
      mustShow(await ada.call('screenshot', { ...args, part }))
    },
  },
  {
    name: 'look at a large picture',
    needs: 'read',
    async run({ agent, url }) {
      const seen = await (await agent('ada')).call('read', { urls: url('/poster.png') })
      mustShow(seen)
      mustHold(seen.text, '3000 × 1500 pixels')
    },
  },
  {
    name: 'a page and a picture at once',
    needs: 'read',
    async run({ agent, url }) {
      const urls = [url('/tides'), url('/chart.png')]
      const seen = await (await agent('ada')).call('read', { urls })
      mustShow(seen)
      mustHold(seen.text, '4.2 metres')
    },
  },
  {
    name: 'who is in the chat',
    async run({ agent, nameOf }) {
      mustHold((await (await agent('ada')).call('get_users')).text, 'Owner', nameOf('ada'))
    },
  },
  {
    name: 'which channels there are',
    async run({ agent, channel }) {
      mustHold((await (await agent('ada')).call('get_streams')).text, channel)
    },
  },
  {
    name: 'which topics a channel has',
    async run({ agent, person, channel, topic }) {
      await person.say(channel, topic, 'A new topic.')
      mustHold((await (await agent('ada')).call('get_stream_topics', { channel })).text, topic)
    },
  },
  {
    name: 'read a conversation of many short messages',
    async run({ agent, person, channel, topic }) {
      for (let count = 1; count <= 12; count += 1) {
        await person.say(channel, topic, count % 3 === 0 ? 'Yes.' : `Boat ${count} is in.`)
      }
      const { text } = await (await agent('ada')).call('get_messages', { channel, topic })
      mustHold(text, 'Boat 1 is in.', 'Boat 11 is in.')
    },
  },
  {
    name: 'hear that a message was edited',
    async run({ agent, channel, topic }) {
      const [ada, bob] = [await agent('ada'), await agent('bob')]
      await bob.call('chat_wait_for_events', { seconds: 0 })
      const { text } = await ada.call('send_message', { channel, topic, content: 'Tea at for.' })
      await ada.call('update_message', { message_id: sentIn(text), content: 'Tea at four.' })
      mustHold((await bob.call('chat_wait_for_events')).text, 'Tea at four.')
    },
  },
  {
    name: 'find a tool by a wish in words',
    needs: 'find_tools',
    async run({ agent }) {
      const { text } = await (await agent('ada')).call('find_tools', { query: 'mute a person' })
      mustHold(text, 'mute_user')
    },
  },
]
