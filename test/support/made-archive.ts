/** An archive of a chat that a generator made, and what must become of it. */
export interface MadeArchive {
  /** Contents of files by their paths. */
  files: Readonly<Record<string, string | Buffer>>
  /** How many rows may be messages. */
  rowCount: number
  /** Words that each stand in one message, which must be found. */
  words: readonly string[]
  /** Words that must stand among what was left out. */
  lostWords?: readonly string[]
}
