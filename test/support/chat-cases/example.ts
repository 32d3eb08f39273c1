/** Input of a tool. */
export type Input = Record<string, unknown>

/** What examples may name: made once, before the first of them. */
export interface Stage {
  /** What a tool answers; throws what it says where it fails. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
  ask(tool: string, input?: Input): Promise<Record<string, any>>
  /** A message of the caller in `#lab`, topic `t`. */
  message: number
  /** Ids: of the caller, of the member Bob, of the channel `lab`, of the group `crew`. */
  me: number
  bob: number
  lab: number
  crew: number
  /** For new accounts. */
  password: string
}

type Some = Input | ((stage: Stage) => Input | Promise<Input>)

/** One tool as an agent uses it. */
export interface AgentExample {
  /** Input of a call that succeeds; absent where nothing can be made for it to succeed on. */
  call?: Some
  /** What its result holds. */
  shows?: object | ((stage: Stage) => object)
  /**
   * Input of a call that fails, and what the answer says; `never` where whoever is on this machine may call and nothing can be
   * wrong with what they say.
   */
  fails: readonly [Some, RegExp] | 'never'
}

/** Examples by the name of the tool. */
export type AgentExamples = Readonly<Record<string, AgentExample>>

/** A refused input that every tool with a channel has. */
export const NO_CHANNEL = [{ channel: 'nowhere' }, /No channel of that name.*\n.*lab/] as const

/** A refused input that every tool with a user has. */
export const NO_USER = [{ user: 'nobody' }, /No person of that name.*\n.*Bob/] as const
