import type { AnyOperation } from '../../contract/operation.ts'

/** What was read at one address. */
export interface Reading {
  /** `page`, `pdf`, `feed`, `image`, `chat`, the format of another document (`docx`), or what else the text is: `markdown`, `text`, `json`, `xml`. */
  kind: string
  /** Address after redirects. */
  url?: string | undefined
  title?: string | undefined
  author?: string | undefined
  /** ISO 8601. */
  date?: string | undefined
  /** Length in words, such as `12 pages, 3,400 words`. */
  length?: string | undefined
  text: string
  cursor?: string | undefined
  /** In how many parts of it words were found. */
  found?: number | undefined
  picture?: ShownPicture | undefined
}

/** A picture for a model. */
export interface ShownPicture {
  mimeType: string
  bytes: Uint8Array
}

/** How an address is read. */
export interface ReadRequest {
  /** Bytes of a picture. */
  maxPictureBytes: number
  /** Characters of text. */
  maxChars: number
  find?: string | undefined
  cursor?: string | undefined
  /** How many kinds another instance has said before that it is not. */
  refusals?: number
  /** Told each time that it says so. */
  refused?(count: number): void
}

/** Makes a reading of a tool's result; its kind where the tool reads several. */
export type AsReading = (
  output: Record<string, unknown>,
  request: ReadRequest,
) => Omit<Reading, 'kind'> & { kind?: string }

/** How documents of one kind are read: by a tool of their own. */
export interface Reader {
  kind: string
  tool: AnyOperation
  /** Arguments of the tool besides the address and the cursor. */
  args(request: ReadRequest): Record<string, unknown>
  read: AsReading
}

/** The readers of an instance. */
export interface Readers {
  page: Reader
  pdf: Reader
  feed: Reader
  document: Reader
  /** Tools whose results have addresses in the chat. */
  chat(): Promise<readonly AnyOperation[]>
}
