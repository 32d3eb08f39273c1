import { signInRefused } from '../../kernel/failures.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { agentHandleOf, agentNameOf } from '../accounts/agent-names.ts'
import { findById } from '../find-users.ts'
import { withKeptKey } from './agent-key.ts'
import { makeOwner, takeAccount, type TakenAccount } from './agent-lease.ts'
import { actorOf, type LocalAgent, requireOpenProgram } from './agent-users.ts'

/** How long an account stays with a session whose process is not heard of, on another machine. */
const LEASE_MS = 120_000

/** Interval between signs of life of a process. */
const RENEWAL_INTERVAL_MS = 30_000

/** An account that a session of this process takes part by. */
interface Held extends TakenAccount {
  /** The mark of the session. */
  owner: string
  /** Milliseconds. */
  untilMs: number
}

/** The accounts of the sessions of this process: no two sessions of a store share one while both live. */
export class AgentSessions {
  readonly #chat: Chat
  /** Accounts in use, by session and name of the program. */
  readonly #bySession = new Map<string, Map<string, Promise<Held>>>()
  readonly #held = new Set<Held>()
  /** Marks of sessions that are over, whose accounts are to be given back. */
  readonly #ended = new Set<string>()
  #renewal: NodeJS.Timeout | undefined

  constructor(chat: Chat) {
    this.#chat = chat
  }

  /** The account of a session, taken on its first call and kept until its end. Throws `unavailable` when there are too many. */
  async actorOf(agent: LocalAgent, session: string): Promise<Actor> {
    const { user, number } = await this.#hold(agent, session)
    const db = reader(this.#chat)
    const current = await findById(db, user.id)
    if (!current) throw signInRefused()
    if (number > 1) await requireOpenProgram(this.#chat, db, agentNameOf(agent.name))
    return actorOf(current, agent.program)
  }

  /** Gives the accounts of a session back. */
  async end(session: string): Promise<void> {
    const holding = this.#bySession.get(session)
    if (!holding) return
    this.#bySession.delete(session)
    for (const outcome of await Promise.allSettled(holding.values())) {
      if (outcome.status === 'fulfilled') this.#giveUp(outcome.value)
    }
    await this.#renew()
  }

  /** Gives all accounts back. */
  async close(): Promise<void> {
    clearInterval(this.#renewal)
    this.#bySession.clear()
    for (const held of this.#held) this.#giveUp(held)
    await this.#renew()
  }

  async #hold(agent: LocalAgent, session: string): Promise<Held> {
    const name = agentNameOf(agent.name)
    const holding = this.#bySession.get(session) ?? new Map<string, Promise<Held>>()
    this.#bySession.set(session, holding)
    const known = holding.get(name)
    const held = await known
    if (held && held.untilMs > this.#chat.now().getTime()) return held
    // Another call of the session may have asked meanwhile.
    const current = holding.get(name)
    if (current && current !== known) return current
    const attempt = this.#take(agent, name, held)
    holding.set(name, attempt)
    attempt.catch(() => {
      if (holding.get(name) !== attempt) return
      if (known) holding.set(name, known)
      else holding.delete(name)
    })
    return attempt
  }

  async #take(agent: LocalAgent, name: string, before: Held | undefined): Promise<Held> {
    const chat = this.#chat
    const untilMs = chat.now().getTime() + LEASE_MS
    const owner = before?.owner ?? makeOwner()
    const lease = { owner, leased_until_ms: untilMs }
    const taken = await writeChat(chat, async (unit) =>
      takeAccount(chat, unit, { name, lease, before }),
    )
    const { user, number } = taken
    const held = { user, number, owner, untilMs }
    if (before) this.#held.delete(before)
    this.#held.add(held)
    this.#ended.delete(owner)
    this.#renewal ??= setInterval(() => void this.#renew(), RENEWAL_INTERVAL_MS).unref()
    const handle = agentHandleOf(name, number)
    try {
      await withKeptKey(chat, taken, { folder: agent.folder, handle })
    } catch (thrown) {
      this.#giveUp(held)
      throw thrown
    }
    return held
  }

  #giveUp(held: Held): void {
    this.#held.delete(held)
    this.#ended.add(held.owner)
  }

  /** Says that this process lives, and gives back what it no longer holds; what fails is done again by the next turn. */
  async #renew(): Promise<void> {
    const held = [...this.#held]
    const ended = [...this.#ended]
    if (held.length === 0 && ended.length === 0) return
    const untilMs = this.#chat.now().getTime() + LEASE_MS
    try {
      const kept = await this.#chat.store.write(async (tx) => {
        if (ended.length > 0) {
          await tx.deleteFrom('chat_agent_session').where('owner', 'in', ended).execute()
        }
        if (held.length === 0) return []
        const owners = held.map(({ owner }) => owner)
        return tx
          .updateTable('chat_agent_session')
          .set({ leased_until_ms: untilMs })
          .where('owner', 'in', owners)
          .returning('owner')
          .execute()
      })
      const owners = new Set(kept.map(({ owner }) => owner))
      for (const one of held) one.untilMs = owners.has(one.owner) ? untilMs : 0
      for (const owner of ended) this.#ended.delete(owner)
    } catch (thrown) {
      this.#chat.log.warn({ err: thrown }, 'the chat accounts of sessions could not be renewed')
    }
  }
}
