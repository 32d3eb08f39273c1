/** An open fenced block: what its closing line must be made of. */
interface OpenFence {
  mark: string
  length: number
}

/** Follows the lines of a Markdown text and knows which of them belong to a fenced code block. */
export class FenceTracker {
  #open: OpenFence | undefined

  /** Takes the next line, without its newline; true when it is part of a fenced block, fences included. */
  isFenced(line: string): boolean {
    const open = this.#open
    const run = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] ){0,60}(`{3,}|~{3,})([^\n]{0,200})/.exec(line)
    const fence = run?.[1]
    if (open) {
      const closes =
        fence?.startsWith(open.mark) && fence.length >= open.length && run?.[2]?.trim() === ''
      if (closes) this.#open = undefined
      return true
    }
    if (fence === undefined || (fence.startsWith('`') && run?.[2]?.includes('`'))) return false
    this.#open = { mark: fence.charAt(0), length: fence.length }
    return true
  }

  /** The line that would close the open block; empty when there is none. */
  get closing(): string {
    return this.#open ? this.#open.mark.repeat(this.#open.length) : ''
  }

  /** Whether the next line is inside a block that is still open. */
  get isOpen(): boolean {
    return this.#open !== undefined
  }
}
