/** What the keys of kept records begin with; then follow the account, the tab, and what it is. */
const PREFIX = 'bellhop-kept'

const KEY = /^bellhop-kept (\d+) (\S+) ([^]+)$/

/** How many records a browser holds. Beyond that, the oldest of those that the server has as well go. */
const RECORDS_MAX_COUNT = 500

/** Something that a tab keeps in the storage of the browser, where neither a reload nor the end of the tab loses it. */
export interface Kept {
  key: string
  tab: string
  /** What it is, such as the destination of a text. */
  name: string
  value: Readonly<Record<string, unknown>>
}

/** Keeps a record for an account and a tab, or forgets it. It is in the storage when this returns; false where that has no room. */
export function keepRecord(
  account: number,
  tab: string,
  name: string,
  value: object | undefined,
): boolean {
  const key = `${PREFIX} ${account} ${tab} ${name}`
  if (value === undefined) {
    dropRecord(key)
    return true
  }
  const text = JSON.stringify(value)
  if (store(key, text)) return true
  makeRoom(0)
  return store(key, text)
}

/** Forgets a record. */
export function dropRecord(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is kept where there is no storage.
  }
}

/** Everything that tabs keep for an account; for all accounts without one. */
export function keptRecords(account?: number): Kept[] {
  return keys().flatMap((key) => {
    const [, owner, tab = '', name = ''] = KEY.exec(key) ?? []
    if (owner === undefined || (account !== undefined && Number(owner) !== account)) return []
    const value = readRecord(key)
    return value ? [{ key, tab, name, value }] : []
  })
}

/** Forgets everything of an account. */
export function dropAccount(account: number): void {
  for (const { key } of keptRecords(account)) dropRecord(key)
}

/** How many texts of an account the server has not got whole. */
export function unkeptCount(account: number): number {
  return keptRecords(account).filter(
    ({ value }) => value['isWhole'] !== true && value['text'] !== '',
  ).length
}

/** Lets the oldest records go that the server has as well, until so many are left. */
export function makeRoom(count = RECORDS_MAX_COUNT): void {
  const all = keptRecords()
  const whole = all
    .filter(({ value }) => value['isWhole'] === true)
    .toSorted((a, b) => Number(a.value['changedMs']) - Number(b.value['changedMs']))
  for (const { key } of whole.slice(0, Math.max(0, all.length - count))) dropRecord(key)
}

function keys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readRecord(key: string): Kept['value'] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Kept['value']) : undefined
  } catch {
    return undefined
  }
}

function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
