/** Who something is counted for. */
export interface Owner {
  /** The caller, or for an anonymous one the address. */
  id: string
  /** An anonymous caller from elsewhere, of whom there may be any number. */
  isStranger: boolean
}

/** Something that an owner keeps open. */
export interface Owned {
  owner: Owner
  /** When it was used last, in milliseconds. */
  usedAt: number
  /** Whether nothing is under way in it. */
  isIdle: boolean
  close(): void
}

/** How many there may be, of all owners and of one. */
export interface Caps {
  maxCount: number
  perCallerMaxCount: number
  perAddressMaxCount: number
}

/** Why there is no room: the owner has as many as it may, or all owners together have. */
export type Refusal = 'own' | 'all'

/**
 * A bounded set of which every owner gets a share. What is in it makes room: an owner's own first, strangers' for callers, and
 * between callers those of whoever has most. A stranger makes nobody else give way.
 */
export class FairSet {
  readonly #caps: Caps
  readonly #byOwner = new Map<string, Set<Owned>>()
  #size = 0

  constructor(caps: Caps) {
    this.#caps = caps
  }

  get size(): number {
    return this.#size
  }

  /** Adds one, for which another may be closed; returns why that is not possible. */
  add(added: Owned): Refusal | undefined {
    const { owner } = added
    if (this.#of(owner.id).length >= this.#capOf(owner) && !this.#close(this.#ownIdle(owner))) {
      return 'own'
    }
    if (this.#size >= this.#caps.maxCount && !this.#close(this.#findRoom(owner))) return 'all'
    const group = this.#byOwner.get(owner.id) ?? new Set()
    this.#byOwner.set(owner.id, group.add(added))
    this.#size += 1
    return undefined
  }

  /** Removes one; nothing happens when it is gone already. */
  delete(owned: Owned): void {
    const group = this.#byOwner.get(owned.owner.id)
    if (!group?.delete(owned)) return
    this.#size -= 1
    if (group.size === 0) this.#byOwner.delete(owned.owner.id)
  }

  #capOf({ isStranger }: Owner): number {
    return isStranger ? this.#caps.perAddressMaxCount : this.#caps.perCallerMaxCount
  }

  #of(id: string): Owned[] {
    return [...(this.#byOwner.get(id) ?? [])]
  }

  #ownIdle({ id }: Owner): Owned | undefined {
    return leastUsed(this.#of(id).filter(({ isIdle }) => isIdle))
  }

  #findRoom(owner: Owner): Owned | undefined {
    if (owner.isStranger) return this.#ownIdle(owner)
    const groups = [...this.#byOwner.values()].map((group) => [...group])
    const strangers = groups.filter(([first]) => first?.owner.isStranger)
    const idle = (group: Owned[]) => group.filter(({ isIdle }) => isIdle)
    const ownCount = this.#of(owner.id).length
    const larger = groups.filter(
      (group) =>
        group[0]?.owner.isStranger === false &&
        (group[0].owner.id === owner.id || group.length > ownCount),
    )
    return (
      fromLargest(strangers, idle) ??
      fromLargest(strangers, (group) => group) ??
      fromLargest(larger, idle)
    )
  }

  #close(owned: Owned | undefined): boolean {
    if (!owned) return false
    this.delete(owned)
    owned.close()
    return true
  }
}

/** The least recently used choice from the largest group that has any. */
function fromLargest(
  groups: readonly Owned[][],
  choicesOf: (group: Owned[]) => Owned[],
): Owned | undefined {
  const choosable = groups.filter((group) => choicesOf(group).length > 0)
  const largest = choosable.toSorted((a, b) => b.length - a.length)[0]
  return largest && leastUsed(choicesOf(largest))
}

function leastUsed(choices: readonly Owned[]): Owned | undefined {
  return choices.toSorted((a, b) => a.usedAt - b.usedAt)[0]
}
