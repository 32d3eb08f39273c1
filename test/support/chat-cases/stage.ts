import type { McpClient } from '../clients.ts'
import type { AgentExample, Input, Stage } from './example.ts'

/** Makes what examples name, as the owner of a new chat. */
export async function setStage(agent: McpClient, password: string): Promise<Stage> {
  const ask: Stage['ask'] = async (name, input = {}) => {
    const answer = await agent.callTool({ name, arguments: input })
    if (answer.isError) throw new Error(`${name}: ${answer.content[0]?.text}`)
    return answer.structuredContent ?? {}
  }
  const { user_id: bob } = await ask('create_user', {
    email: 'bob@example.com',
    full_name: 'Bob',
    password,
  })
  const { id: lab } = await ask('create_channel', { name: 'lab', subscribers: ['Owner', 'Bob'] })
  const { id: message } = await ask('send_message', {
    channel: 'lab',
    topic: 't',
    content: '**hello**',
  })
  const { group_id: crew } = await ask('create_user_group', { name: 'crew', description: 'All.' })
  const { id: me } = await ask('get_own_user')
  return { ask, me, bob, lab, crew, message, password }
}

/** The input that an example means. */
export async function inputOf(some: AgentExample['call'] = {}, stage: Stage): Promise<Input> {
  return typeof some === 'function' ? some(stage) : some
}

/** What the result of an example holds. */
export function shownBy({ shows = {} }: AgentExample, stage: Stage): object {
  return typeof shows === 'function' ? (shows as (stage: Stage) => object)(stage) : shows
}
