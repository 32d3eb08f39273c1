/** One task that waits for its turn. */
interface Waiting<Task> {
  /** When it came, beside others. */
  number: number
  task: Task
}

/**
 * Tasks that wait for their turn, each with an owner. The next one is of the owner with the least load, as the user of the
 * queue measures it; tasks of one owner, and of owners with the same load, go in the order in which they came.
 */
export class FairQueue<Task> {
  readonly #loadOf: (owner: string) => number
  readonly #waiting = new Map<string, Waiting<Task>[]>()
  #lastNumber = 0
  #size = 0

  /** `loadOf` is asked for each owner with a waiting task, whenever a task is taken. */
  constructor(loadOf: (owner: string) => number) {
    this.#loadOf = loadOf
  }

  get size(): number {
    return this.#size
  }

  /** Tasks of one owner that wait. */
  sizeOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  /** Owners with a waiting task. */
  get owners(): Iterable<string> {
    return this.#waiting.keys()
  }

  push(owner: string, task: Task): void {
    const own = this.#waiting.get(owner) ?? []
    own.push({ number: ++this.#lastNumber, task })
    this.#waiting.set(owner, own)
    this.#size += 1
  }

  /** Takes the task whose turn it is out of the queue, among those that may go now. */
  take(mayGo: (task: Task, owner: string) => boolean = () => true): Task | undefined {
    let next: { owner: string; index: number; number: number } | undefined
    let least = Infinity
    for (const [owner, own] of this.#waiting) {
      const load = this.#loadOf(owner)
      if (load > least) continue
      const index = own.findIndex(({ task }) => mayGo(task, owner))
      const number = own[index]?.number
      if (number === undefined || (next && load === least && number > next.number)) continue
      next = { owner, index, number }
      least = load
    }
    return next && this.#removeAt(next.owner, next.index)
  }

  /** Takes a task out before its turn; false when it does not wait here. */
  remove(task: Task): boolean {
    for (const [owner, own] of this.#waiting) {
      const index = own.findIndex((waiting) => waiting.task === task)
      if (index === -1) continue
      this.#removeAt(owner, index)
      return true
    }
    return false
  }

  /** All waiting tasks, each with how many of its owner's are before it. */
  get positions(): [task: Task, ahead: number][] {
    return [...this.#waiting.values()].flatMap((own) =>
      own.map(({ task }, ahead): [Task, number] => [task, ahead]),
    )
  }

  #removeAt(owner: string, index: number): Task | undefined {
    const own = this.#waiting.get(owner) ?? []
    const [removed] = own.splice(index, 1)
    this.#size -= 1
    if (own.length === 0) this.#waiting.delete(owner)
    return removed?.task
  }
}
