import type { Agent } from '../agent.ts'
import { cursorIn, type Given, mustHold, sentIn, type Task } from '../task.ts'

const QUESTION = 'Is the draft ready?'
const ANSWER = 'It is, since noon.'

/** Asks in the topic of the task and reads what a person answers some time later. */
function askedAfter(afterMs: number): Pick<Task, 'run'> {
  return {
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(topic, afterMs, ANSWER)
      mustHold(
        (await ada.call('ask', { channel, topic, question: QUESTION })).text,
        'Owner',
        ANSWER,
      )
      await done
    },
  }
}

/** Before: who wanted to miss nothing got a cursor first, then sent, then waited. */
async function sendAndWait(
  { channel, topic }: Pick<Given, 'channel' | 'topic'>,
  agent: Agent,
  content: string,
): Promise<string> {
  const cursor = cursorIn((await agent.call('chat_wait_for_events', { seconds: 0 })).text)
  await agent.call('send_message', { channel, topic, content })
  return (await agent.call('chat_wait_for_events', { cursor, seconds: 30 })).text
}

/** Before, where the answer comes sooner than a model's next call: it stood in the topic. */
async function sendAndLook({ agent, person, channel, topic }: Given, afterMs: number) {
  const ada = await agent('ada')
  const { done } = await person.willAnswer(topic, afterMs, ANSWER)
  const { text } = await ada.call('send_message', { channel, topic, content: QUESTION })
  await done
  const args = { channel, topic, after: sentIn(text) }
  mustHold((await ada.call('get_messages', args)).text, 'Owner', ANSWER)
}

/** Questions to people, and agents who work together. */
export const askingTasks: readonly Task[] = [
  {
    name: 'ask a person who answers at once',
    ...askedAfter(0),
    before: async (given) => sendAndLook(given, 0),
  },
  {
    name: 'ask a person who answers after 100 ms',
    ...askedAfter(100),
    before: async (given) => sendAndLook(given, 100),
  },
  {
    name: 'ask a person who answers after 3,000 ms',
    ...askedAfter(3_000),
    async before(given) {
      const { done } = await given.person.willAnswer(given.topic, 3_000, ANSWER)
      mustHold(await sendAndWait(given, await given.agent('ada'), QUESTION), ANSWER)
      await done
    },
  },
  {
    name: 'let a person choose',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(topic, 1_000, '2')
      const choices = ['now', 'tomorrow']
      const args = { channel, topic, question: 'When shall it ship?', choices }
      mustHold((await ada.call('ask', args)).text, 'tomorrow')
      await done
    },
    async before(given) {
      const { done } = await given.person.willAnswer(given.topic, 1_000, '2')
      const content = 'When shall it ship?\n\n1. now\n2. tomorrow'
      mustHold(await sendAndWait(given, await given.agent('ada'), content), ': 2')
      await done
    },
  },
  {
    name: 'ask one person directly, who stands for a list',
    isHabit: true,
    async run({ agent, person }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(undefined, 1_000, ANSWER)
      mustHold((await ada.call('ask', { people: '@Owner', question: QUESTION })).text, ANSWER)
      await done
    },
    async before({ agent, person }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(undefined, 1_000, ANSWER)
      const cursor = cursorIn((await ada.call('chat_wait_for_events', { seconds: 0 })).text)
      await ada.refused('send_message', { people: '@Owner', content: QUESTION })
      await ada.call('send_message', { people: ['@Owner'], content: QUESTION })
      mustHold((await ada.call('chat_wait_for_events', { cursor })).text, ANSWER)
      await done
    },
  },
  {
    name: 'go on waiting when nobody has answered yet',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(topic, 3_000, ANSWER)
      const first = await ada.call('ask', { channel, topic, question: QUESTION, seconds: 1 })
      const cursor = cursorIn(first.text)
      mustHold((await ada.call('ask', { cursor })).text, ANSWER)
      await done
    },
    async before({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(topic, 3_000, ANSWER)
      const begin = cursorIn((await ada.call('chat_wait_for_events', { seconds: 0 })).text)
      await ada.call('send_message', { channel, topic, content: QUESTION })
      const first = await ada.call('chat_wait_for_events', { cursor: begin, seconds: 1 })
      const cursor = cursorIn(first.text)
      mustHold((await ada.call('chat_wait_for_events', { cursor })).text, ANSWER)
      await done
    },
  },
  {
    name: 'send, then wait without a cursor',
    async run({ agent, person, channel, topic }) {
      const ada = await agent('ada')
      const { done } = await person.willAnswer(topic, 0, ANSWER)
      await ada.call('send_message', { channel, topic, content: QUESTION })
      // The model thinks, and is answered meanwhile.
      await done
      mustHold((await ada.call('chat_wait_for_events')).text, ANSWER)
    },
    before: async (given) => sendAndLook(given, 0),
  },
  {
    name: 'two agents hand over work',
    async run({ agent, nameOf, channel, topic }) {
      const [ada, bob] = await Promise.all([agent('ada'), agent('bob')])
      const helping = (async () => {
        mustHold((await bob.call('chat_wait_for_events')).text, 'count the boats')
        await bob.call('send_message', { channel, topic, content: 'There are 14.' })
      })()
      const question = `@**${nameOf('bob')}** please count the boats.`
      mustHold((await ada.call('ask', { channel, topic, question })).text, 'There are 14.')
      await helping
    },
    async before(given) {
      const [ada, bob] = await Promise.all([given.agent('ada'), given.agent('bob')])
      const { channel, topic } = given
      const helping = (async () => {
        mustHold((await bob.call('chat_wait_for_events')).text, 'count the boats')
        await bob.call('send_message', { channel, topic, content: 'There are 14.' })
      })()
      const content = `@**${given.nameOf('bob')}** please count the boats.`
      mustHold(await sendAndWait(given, ada, content), 'There are 14.')
      await helping
    },
  },
  {
    name: 'two sessions of one client talk',
    needs: 'sessions',
    async run({ agent, channel, topic }) {
      const [one, other] = await Promise.all([agent('twin 1'), agent('twin 2')])
      const helping = (async () => {
        mustHold((await other.call('chat_wait_for_events')).text, 'Which file')
        await other.call('send_message', { channel, topic, content: 'I have src/a.ts.' })
      })()
      const question = 'Which file are you working on?'
      mustHold((await one.call('ask', { channel, topic, question })).text, 'src/a.ts')
      await helping
    },
    before: { impossible: 'Both were one account, which does not hear itself.' },
  },
]
