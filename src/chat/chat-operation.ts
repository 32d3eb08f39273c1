import type { z } from 'zod'
import { isRemoteAccount } from '../contract/chat.ts'
import { OperationError } from '../contract/errors.ts'
import {
  type Call,
  defineOperation,
  type Effects,
  type HttpBinding,
  type Operation,
  type Tier,
  type Webhook,
} from '../contract/operation.ts'
import { type ToolDifferences, toolForm } from './agent/plain-form.ts'
import type { Actor, AnyChatCall, Chat, ChatServer } from './kernel/types.ts'

/** One call of a chat operation by somebody with an account. */
export interface ChatCall<Input> extends Omit<Call<Input>, 'actor'> {
  chat: Chat
  actor: Actor
}

/** One call of a chat operation by anybody. */
export interface OpenChatCall<Input> extends Omit<ChatCall<Input>, 'actor'> {
  actor: Actor | undefined
}

/** One call by an account of this instance, or by nobody. */
interface HereCall<Input> extends Omit<AnyChatCall<Input>, 'actor'> {
  actor: Actor | undefined
}

/** One call of a chat operation by somebody with an account at another server. */
export interface RemoteChatCall<Input> extends Omit<Call<Input>, 'actor'> {
  server: ChatServer
}

interface ChatDefinition<
  I extends z.ZodObject,
  O extends z.ZodObject,
  Fields extends z.ZodRawShape,
  Output extends z.ZodObject,
> {
  name: string
  title: string
  description: string
  http: Omit<HttpBinding, 'dialect' | 'anonymous'>
  effects: Omit<Effects, 'openWorld'>
  /** `more` when absent. */
  tier?: Tier
  /** Whether its outputs may take megabytes. */
  answersMuch?: true
  view?: NonNullable<Operation['view']>
  /** What a call that cannot be undone is about. */
  subject?: NonNullable<Operation['subject']>
  webhooks?: readonly Webhook[]
  input: I
  output: O
  /** How its tool differs. */
  agent?: ToolDifferences<I, O, Fields, Output>
  /** Runs the operation at another server, when not through its route, which other servers may lack. */
  runThere?(call: RemoteChatCall<z.output<I>>): Promise<z.input<O>>
}

/** A chat operation, for callers who are signed in: a route of the chat surface, and a tool. */
export function defineChatOperation<
  I extends z.ZodObject,
  O extends z.ZodObject,
  Fields extends z.ZodRawShape = I['shape'],
  Output extends z.ZodObject = O,
>({
  run,
  ...definition
}: ChatDefinition<I, O, Fields, Output> & {
  run(call: ChatCall<z.output<I>>): Promise<z.input<O>>
}): Operation<I, O> {
  return frame(definition, {}, async ({ actor, ...call }) => {
    if (!actor) {
      throw new OperationError('unauthorized', 'This needs a chat account.', {
        hint: 'Sign in with the API e-mail and API key of a chat account; over MCP, with the key as bearer.',
      })
    }
    const chat = await call.services.chat()
    return tried({ ...call, actor }, chat, definition, async () => run({ ...call, actor, chat }))
  })
}

/** A chat operation that works without an account too, with less to see. */
export function defineOpenChatOperation<
  I extends z.ZodObject,
  O extends z.ZodObject,
  Fields extends z.ZodRawShape = I['shape'],
  Output extends z.ZodObject = O,
>({
  run,
  ...definition
}: ChatDefinition<I, O, Fields, Output> & {
  run(call: OpenChatCall<z.output<I>>): Promise<z.input<O>>
}): Operation<I, O> {
  return frame(definition, { anonymous: true }, async (call) => {
    const chat = await call.services.chat()
    return tried(call, chat, definition, async () => run({ ...call, chat }))
  })
}

/** Runs a call; one that tries a secret counts against the attempt limits. */
async function tried<T>(
  call: HereCall<Record<string, unknown>>,
  { loginThrottle }: Chat,
  { http: { tries } }: { http: Pick<HttpBinding, 'tries'> },
  run: () => Promise<T>,
): Promise<T> {
  const { input, actor, caller, peer = caller ?? '' } = call
  if (!tries || input[tries.secret] === undefined) return run()
  const account = tries.account === undefined ? actor?.user.email : String(input[tries.account])
  return loginThrottle.tried(account, peer, run)
}

/** What all chat operations share; the calling account decides on which server one runs. */
function frame<
  I extends z.ZodObject,
  O extends z.ZodObject,
  Fields extends z.ZodRawShape,
  Output extends z.ZodObject,
>(
  { runThere, agent, tier = 'more', ...definition }: ChatDefinition<I, O, Fields, Output>,
  access: Pick<HttpBinding, 'anonymous'>,
  runHere: (call: HereCall<z.output<I>>) => Promise<z.input<O>>,
): Operation<I, O> {
  const operation: Operation<I, O> = defineOperation({
    ...definition,
    tier,
    toolset: 'chat' as const,
    usesAccount: true as const,
    runsHere: true as const,
    http: { ...definition.http, dialect: 'form' as const, ...access },
    effects: { ...definition.effects, openWorld: false },
    agentForm: () => toolForm(definition, agent),
    async run(call: AnyChatCall<z.output<I>>) {
      const { actor } = call
      if (!isRemoteAccount(actor)) return runHere({ ...call, actor })
      const { server } = actor
      if (runThere) return runThere({ ...call, server })
      return server.run(operation, call) as Promise<z.input<O>>
    },
  })
  return operation
}
