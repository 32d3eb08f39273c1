import type { JobTurns, RunningTurn, Turn } from './job-turns.ts'
import type { SandboxLimits } from './limits.ts'
import { LOADED_COUNT, type Member, type Members } from './members.ts'
import type { Standby } from './memory.ts'
import type { Promised, Room } from './room.ts'

/** Share of the memory of all children over which few are kept without work. */
const CROWDED_SHARE = 0.5
/** Time for which one child is enough for quick jobs after others made room: who needed it often comes again. */
const ROOM_MADE_MS = 10_000

/** What decides which children are kept without work. */
interface StandingByOptions<Running extends RunningTurn & Promised> {
  limits: Pick<SandboxLimits, 'allMaxBytes'>
  members: Members<Running>
  turns: Pick<JobTurns<Turn>, 'countPlaces' | 'hasQuickOthers'>
  room: Room<Running>
  /** Ends children. */
  remove(...members: readonly Member<Running>[]): void
  /** Told when more may be kept again. */
  onRoom(): void
}

/** Children without work: how many are kept for the next jobs, and which end for those at work or for another one. */
export class StandingBy<Running extends RunningTurn & Promised> implements Standby {
  readonly #options: StandingByOptions<Running>
  /** Whether children took much memory when it was looked at. */
  #isCrowded = false
  /** Runs since children without work were last ended for jobs at work, while one that stands by is enough. */
  #roomTimer: NodeJS.Timeout | undefined

  constructor(options: StandingByOptions<Running>) {
    this.#options = options
  }

  pids(): readonly number[] {
    return this.#options.members.idlePids
  }

  /** Ends children without work, but for those that have loaded most, while all take much memory. */
  fit(bytes: number): void {
    const { limits, members, remove } = this.#options
    this.#isCrowded = bytes > limits.allMaxBytes * CROWDED_SHARE
    if (this.#isCrowded) remove(...members.spares)
  }

  /**
   * Ends children without work but the one that has loaded most, which takes room only where others come with quick jobs; that one too
   * where those at work are owed the room.
   */
  makeRoom(isOwed: boolean): readonly number[] {
    const { members, turns, remove, onRoom } = this.#options
    clearTimeout(this.#roomTimer)
    this.#roomTimer = setTimeout(() => {
      this.#roomTimer = undefined
      onRoom()
    }, ROOM_MADE_MS).unref()
    remove(...members.sparesBeyond(isOwed ? 0 : 1))
    return turns.hasQuickOthers(members.running) ? members.idlePids : []
  }

  /** How many children more are to be begun to stand by, which would load these engines. */
  countWanted(loads: readonly string[], nowMs: number): number {
    const { members } = this.#options
    // What waits while a child is idle needs one that is not kept for others.
    const { hasFresh } = members
    const hasMadeRoom = this.#roomTimer !== undefined
    const isCrowded = hasMadeRoom || (this.#isCrowded && members.running.length > 0)
    const isEnough = isCrowded
      ? hasFresh || members.lastingCount >= (hasMadeRoom ? 1 : LOADED_COUNT)
      : (hasFresh && loads.length === 0) || members.isReady(nowMs)
    return isEnough ? 0 : 1
  }

  /**
   * Ends children without work until another one may be begun beside those that live and those that start: as many as may run together,
   * and not more than there is memory for. False where too few can be spared.
   */
  giveWay(startingCount: number, { isAwaited }: { isAwaited: boolean }): boolean {
    const { members, turns, room, remove } = this.#options
    const { running } = members
    // Where nobody is at work nobody else will end: what waits would wait for ever.
    const mayEndAll = isAwaited && running.length === 0 && startingCount === 0
    for (;;) {
      const isPlaceFree = members.size + startingCount < turns.countPlaces(running)
      const isRoomFree = room.hasForChild(members, startingCount)
      if (isPlaceFree && isRoomFree) return true
      const [spare] = mayEndAll ? members.sparesBeyond(0) : members.spares
      // What waits is begun even so beside those that are kept for others, and anything where nothing lives.
      if (!spare) return (isAwaited && isRoomFree) || members.size + startingCount === 0
      remove(spare)
    }
  }
}
