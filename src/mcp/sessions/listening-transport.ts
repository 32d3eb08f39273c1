import { type JSONRPCMessage, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Account } from '../../contract/chat.ts'
import type { Following, FollowTasks } from '../tasks/follow-tasks.ts'
import { taskNotice } from '../tasks/task-notices.ts'
import type { WireTask } from '../tasks/wire.ts'
import { type Listen, readListen } from './listen.ts'
import { StdioTransport } from './stdio-transport.ts'
import { requireFewEnough, type Subscriptions } from './subscriptions.ts'

/** Names the request to listen that a notification is for. */
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'

/** Dependencies for checking listen requests. */
export interface ListeningParts {
  /** What the connection listens to. */
  subscriptions: Subscriptions
  account(program: string | undefined): Promise<Account | undefined>
  follow: FollowTasks
}

/**
 * The transport of a stdio connection, which sees `subscriptions/listen` of 2026-07-28 clients before the SDK answers it: the SDK
 * knows neither permissions nor what to watch.
 */
export function openListeningTransport({
  subscriptions,
  account,
  follow,
}: ListeningParts): StdioTransport {
  const transport = new StdioTransport()
  /** Tasks that requests to listen named, by the ids of these. */
  const followed = new Map<unknown, FollowedTasks>()
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    const id = 'method' in message ? message.params?._meta?.[SUBSCRIPTION_ID] : undefined
    const tasks = followed.get(id)
    if (!tasks || tasks.isAcknowledged) return send(message)
    await send(tasks.acknowledge(message))
    tasks.begin((task) => void send(taskNotice(task, { [SUBSCRIPTION_ID]: id })).catch(() => {}))
  }
  const start = transport.start.bind(transport)
  transport.start = async () => {
    const deliver = transport.onmessage
    transport.onmessage = (message: JSONRPCMessage) => {
      const listen = readListen(message)
      if (!listen) {
        dropCancelled(message)
        deliver?.(message)
        return
      }
      begin(listen).then(
        () => deliver?.(message),
        (thrown: unknown) => transport.send(refusal(message, thrown)).catch(() => {}),
      )
    }
    await start()
  }

  async function begin(listen: Listen): Promise<void> {
    requireFewEnough([...listen.uris, ...listen.taskIds])
    try {
      for (const uri of listen.uris) {
        await subscriptions.add(listen.id, uri, async () => account(listen.program))
      }
      unfollow(listen.id)
      const tasks = new FollowedTasks()
      tasks.following = await follow(listen, (task) => tasks.notify(task))
      if (tasks.following.accepted.length > 0) followed.set(listen.id, tasks)
    } catch (thrown) {
      subscriptions.drop(listen.id)
      throw thrown
    }
  }

  function dropCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const id = message.params?.['requestId']
    if (id === undefined) return
    subscriptions.drop(id)
    unfollow(id)
  }

  function unfollow(id: unknown): void {
    followed.get(id)?.following?.stop()
    followed.delete(id)
  }
  return transport
}

/** Tasks that one request to listen named: nothing is told of them before that is acknowledged. */
class FollowedTasks {
  following: Following | undefined
  #waiting = new Map<string, WireTask>()
  #send: ((task: WireTask) => void) | undefined

  get isAcknowledged(): boolean {
    return this.#send !== undefined
  }

  notify(task: WireTask): void {
    if (this.#send) this.#send(task)
    else this.#waiting.set(task.taskId, task)
  }

  acknowledge<Message extends JSONRPCMessage>(message: Message): Message {
    if (!('params' in message)) return message
    const params = message.params as { notifications?: object }
    const notifications = { ...params.notifications, taskIds: this.following?.accepted ?? [] }
    return { ...message, params: { ...params, notifications } }
  }

  begin(send: (task: WireTask) => void): void {
    this.#send = send
    for (const task of this.#waiting.values()) send(task)
    this.#waiting.clear()
  }
}

function refusal(message: JSONRPCMessage, thrown: unknown): JSONRPCMessage {
  const isKnown = thrown instanceof ProtocolError
  return {
    jsonrpc: '2.0',
    id: 'id' in message ? (message.id ?? 0) : 0,
    error: {
      code: isKnown ? thrown.code : ProtocolErrorCode.InternalError,
      message: isKnown ? thrown.message : 'Internal error',
      ...(isKnown && thrown.data !== undefined ? { data: thrown.data } : {}),
    },
  }
}
