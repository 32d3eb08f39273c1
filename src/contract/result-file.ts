/** A result as a file. */
export interface ResultFile {
  /** Name with its ending. */
  name: string
  mimeType: string
  bytes: Uint8Array
}

/** The file that a `data:` address in Base64 holds. */
export function fileOfDataUrl(dataUrl: string, name: string): ResultFile {
  const comma = dataUrl.indexOf(',')
  const mimeType = dataUrl.slice('data:'.length, comma).replace(';base64', '')
  return { name, mimeType, bytes: Buffer.from(dataUrl.slice(comma + 1), 'base64') }
}

/** Where a thing is that a result leaves out of its text. */
export interface ResultLink {
  /** An address that the client can read as a resource, or a file of this machine. */
  uri: string
  name: string
  mimeType?: string
  bytes?: number
  /** Whether it is for people: models have a way of their own to it. */
  isForPeople?: true
}

/** A file that was put somewhere. */
export interface Delivered {
  link: ResultLink
  /** What a model does with it next, in a sentence. */
  text: string
}

/** Puts a file into the chat (`chat`), or at a path of this machine. Throws `invalid_input` where that cannot be done for this caller. */
export type Deliver = (file: ResultFile, to: string) => Promise<Delivered>
