import { PASSAGE_WORDS, uploadedReport, uploadedRules } from '../documents.ts'
import { cursorIn, mustHold, pick, sentIn, type Task } from '../task.ts'

const PDF = 'application/pdf'

/** What agents read and write in the chat besides questions. */
export const chatTasks: readonly Task[] = [
  {
    name: 'catch up twice',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      await person.say(channel, topic, 'The lift is out of order.')
      mustHold((await ada.call('get_messages', { is: 'unread' })).text, 'The lift is out')
      await person.say(channel, topic, 'The lift works again.')
      const { text } = await ada.call('get_messages', { is: 'unread' })
      mustHold(text, 'works again')
      if (text.includes('out of order')) throw new Error('What was read is told again.')
    },
    async before({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      await person.say(channel, topic, 'The lift is out of order.')
      mustHold((await ada.call('get_messages', { is: 'unread' })).text, 'The lift is out')
      await ada.call('update_message_flags_for_narrow', { channel })
      await person.say(channel, topic, 'The lift works again.')
      mustHold((await ada.call('get_messages', { is: 'unread' })).text, 'works again')
    },
  },
  {
    name: 'sum up a PDF that a person posted',
    async run({ agent, person, channel, topic }) {
      const link = await person.upload('report.pdf', uploadedReport(), PDF)
      await person.say(channel, topic, `Have a look: [report.pdf](${link})`)
      const ada = await agent('ada')
      const { text } = await ada.call('get_messages', { channel, topic })
      const url = pick(text, /\((\/user_uploads\/[^)]+)\)/)
      mustHold((await ada.call('pdf_to_markdown', { url })).text, 'Guests in 2024: 998')
    },
    before: { impossible: 'No tool read uploads.' },
  },
  {
    name: 'find a passage in an upload',
    needs: 'read',
    async run({ agent, person, channel, topic }) {
      const link = await person.upload('rules.pdf', uploadedRules(), PDF)
      await person.say(channel, topic, `The rules: [rules.pdf](${link})`)
      const ada = await agent('ada')
      const { text } = await ada.call('get_messages', { channel, topic })
      const urls = pick(text, /\((\/user_uploads\/[^)]+)\)/)
      mustHold((await ada.call('read', { urls, find: PASSAGE_WORDS })).text, 'drawer 17')
    },
    before: { impossible: 'No tool read uploads.' },
  },
  {
    name: 'watch a channel for a word',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      await ada.call('chat_wait_for_events', { seconds: '0' })
      for (const content of ['Rain.', 'Wind.', 'The ferry is in.']) {
        await person.say(channel, topic, content)
        const { text } = await ada.call('chat_wait_for_events')
        mustHold(text, content)
      }
    },
    async before({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      let { text } = await ada.call('chat_wait_for_events', { seconds: 0 })
      for (const content of ['Rain.', 'Wind.', 'The ferry is in.']) {
        await person.say(channel, topic, content)
        text = (await ada.call('chat_wait_for_events', { cursor: cursorIn(text) })).text
        mustHold(text, content)
      }
    },
  },
  {
    name: 'agree by the emoji itself',
    isHabit: true,
    async run({ agent, person, channel, topic }) {
      const message_id = await person.say(channel, topic, 'Lunch at one?')
      await (await agent('ada')).call('add_reaction', { message_id, emoji: '👍' })
    },
    async before({ agent, person, channel, topic }) {
      const message_id = await person.say(channel, topic, 'Lunch at one?')
      const ada = await agent('ada')
      await ada.refused('add_reaction', { message_id, emoji: '👍' })
      await ada.call('add_reaction', { message_id, emoji: '+1' })
    },
  },
  {
    name: 'read a topic as texts name it',
    isHabit: true,
    async run({ agent, person, channel, topic }) {
      await person.say(channel, topic, 'The lamp is green.')
      const args = { channel: `#${channel} > ${topic}` }
      mustHold((await (await agent('ada')).call('get_messages', args)).text, 'lamp is green')
    },
    async before({ agent, person, channel, topic }) {
      await person.say(channel, topic, 'The lamp is green.')
      const ada = await agent('ada')
      await ada.refused('get_messages', { channel: `#${channel} > ${topic}` })
      mustHold((await ada.call('get_messages', { channel, topic })).text, 'lamp is green')
    },
  },
  {
    name: 'what one person wrote, by name',
    isHabit: true,
    async run({ agent, person, channel, topic }) {
      await person.say(channel, topic, 'The archive is closed.')
      const narrow = [{ operator: 'sender', operand: 'Owner' }]
      const args = { channel, topic, narrow }
      mustHold((await (await agent('ada')).call('get_messages', args)).text, 'archive is closed')
    },
    async before({ agent, person, channel, topic }) {
      await person.say(channel, topic, 'The archive is closed.')
      const ada = await agent('ada')
      const by = (operand: unknown) => ({
        channel,
        topic,
        narrow: [{ operator: 'sender', operand }],
      })
      await ada.refused('get_messages', by('Owner'))
      const { text } = await ada.call('get_users', { query: 'Owner' })
      const id = Number(pick(text, /^(\d+) Owner/m))
      mustHold((await ada.call('get_messages', by(id))).text, 'archive is closed')
    },
  },
  {
    name: 'find what was said about something',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      await person.say(channel, topic, `The walnut tree of ${topic} is old.`)
      mustHold((await ada.call('get_messages', { search: 'walnut' })).text, 'walnut tree')
    },
  },
  {
    name: 'post a text that is too long for one message',
    async run({ agent, person, channel, topic }) {
      const content = 'The rules of the house are many, and here is one of them.\n\n'.repeat(250)
      const ada = await agent('ada')
      const refusal = await ada.refused('send_message', { channel, topic, content })
      mustHold(refusal, '10000', 'split')
      await ada.call('send_message', { channel, topic, content, split: true })
      const sent = await person.messagesOf(channel, topic)
      const chars = sent.reduce((sum, message) => sum + message.content.length, 0)
      if (sent.length < 2 || chars < content.length * 0.95) throw new Error(`${chars} characters`)
    },
    before: { impossible: 'The text was cut in silence.' },
  },
  {
    name: 'write, then mend it',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const { text } = await ada.call('send_message', { channel, topic, content: 'Tea at for.' })
      await ada.call('update_message', { message_id: sentIn(text), content: 'Tea at four.' })
      mustHold((await person.messagesOf(channel, topic)).at(-1)?.content ?? '', 'Tea at four.')
    },
  },
  {
    name: 'resolve a topic',
    needs: 'route fields',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      await person.say(channel, topic, 'Is it done?')
      const { text } = await ada.call('send_message', { channel, topic, content: 'It is.' })
      const moved = { topic: `✔ ${topic}`, propagate_mode: 'change_all' }
      await ada.call('update_message', { message_id: sentIn(text), ...moved })
      const resolved = await person.messagesOf(channel, `✔ ${topic}`)
      if (resolved.length < 2) throw new Error(`${resolved.length} messages are there`)
    },
    before: { impossible: 'A topic moved from the own message on only.' },
  },
  {
    name: 'make a private channel and begin there',
    async run({ agent, person, topic }) {
      const ada = await agent('ada')
      const name = `project ${topic} ${Date.now()}`
      await ada.call('create_channel', { name, subscribers: ['Owner'], invite_only: true })
      await ada.call('send_message', { channel: name, topic: 'plan', content: 'Here we go.' })
      mustHold((await person.messagesOf(name, 'plan')).at(-1)?.content ?? '', 'Here we go.')
    },
    // Its maker was left out unless they named themselves.
    async before({ agent, person, topic }) {
      const ada = await agent('ada')
      const name = `project ${topic} ${Date.now()}`
      const me = pick((await ada.call('get_own_user')).text, /You are (\S+) \(/)
      await ada.call('create_channel', { name, subscribers: ['Owner', me], invite_only: true })
      await ada.call('send_message', { channel: name, topic: 'plan', content: 'Here we go.' })
      mustHold((await person.messagesOf(name, 'plan')).at(-1)?.content ?? '', 'Here we go.')
    },
  },
  {
    name: 'share a file',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const file = { filename: 'berths.csv', text: 'boat,berth\nTern,4' }
      const { text } = await ada.call('upload_file', file)
      const content = pick(text, /\[berths\.csv\]\([^)]+\)/)
      await ada.call('send_message', { channel, topic, content })
      mustHold((await person.messagesOf(channel, topic)).at(-1)?.content ?? '', '/user_uploads/')
    },
  },
  {
    name: 'use a tool that the short list does not hold',
    needs: 'find_tools',
    async run({ agent, person, channel, topic }) {
      const core = await agent('core')
      const id = await person.say(channel, topic, 'Star this one.')
      mustHold(
        (await core.call('find_tools', { query: 'star a message', schema: true })).text,
        'update_message_flags',
      )
      const starred = { messages: [id], op: 'add', flag: 'starred' }
      await core.call('call_tool', { name: 'update_message_flags', arguments: starred })
      mustHold((await core.call('get_messages', { is: 'starred' })).text, 'Star this one.')
    },
    before: { impossible: 'The short list had nothing that leads to the others.' },
  },
]
