/** Numbers the articles of a page in their order, so that what stands in them can be told apart. */
export class ArticleIds {
  /** The innermost open one; 0 outside of all. */
  current = 0
  /** Number of the article around each one. */
  readonly around: number[] = [0]

  open(): void {
    this.around.push(this.current)
    this.current = this.around.length - 1
  }

  close(): void {
    this.current = this.around[this.current]!
  }
}
