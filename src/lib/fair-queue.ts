/** One task that waits for its turn. */
interface Waiting<Task> {
  owner: string
  task: Task
}

/**
 * Tasks that wait for their turn, each with an owner. The next one is of the owner with the least load, as the user of the
 * queue measures it; tasks of one owner, and of owners with the same load, go in the order in which they came.
 */
export class FairQueue<Task> {
  readonly #loadOf: (owner: string) => number
  readonly #waiting: Waiting<Task>[] = []
  readonly #counts = new Map<string, number>()

  /** `loadOf` is asked for each owner with a waiting task, whenever a task is taken. */
  constructor(loadOf: (owner: string) => number) {
    this.#loadOf = loadOf
  }

  get size(): number {
    return this.#waiting.length
  }

  /** Tasks of one owner that wait. */
  sizeOf(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  /** Owners with a waiting task. */
  get owners(): Iterable<string> {
    return this.#counts.keys()
  }

  push(owner: string, task: Task): void {
    this.#waiting.push({ owner, task })
    this.#counts.set(owner, this.sizeOf(owner) + 1)
  }

  /** Takes the task whose turn it is out of the queue, among those that may go now. */
  take(mayGo: (task: Task, owner: string) => boolean = () => true): Task | undefined {
    const loads = new Map<string, number>()
    let next = -1
    let least = Infinity
    for (const [index, { owner, task }] of this.#waiting.entries()) {
      const load = loads.get(owner) ?? this.#loadOf(owner)
      loads.set(owner, load)
      if (load >= least || !mayGo(task, owner)) continue
      next = index
      least = load
    }
    return next === -1 ? undefined : this.#removeAt(next)
  }

  /** Takes a task out before its turn; false when it does not wait here. */
  remove(task: Task): boolean {
    const index = this.#waiting.findIndex((waiting) => waiting.task === task)
    if (index === -1) return false
    this.#removeAt(index)
    return true
  }

  /** All waiting tasks, each with how many of its owner's are before it. */
  get positions(): [task: Task, ahead: number][] {
    const seen = new Map<string, number>()
    return this.#waiting.map(({ owner, task }) => {
      const ahead = seen.get(owner) ?? 0
      seen.set(owner, ahead + 1)
      return [task, ahead]
    })
  }

  #removeAt(index: number): Task | undefined {
    const [removed] = this.#waiting.splice(index, 1)
    if (!removed) return undefined
    const left = this.sizeOf(removed.owner) - 1
    if (left === 0) this.#counts.delete(removed.owner)
    else this.#counts.set(removed.owner, left)
    return removed.task
  }
}
