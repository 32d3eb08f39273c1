import { type ClientDocuments, hasKeysElsewhere, isDocumentAddress } from './client-documents.ts'
import type { Payload } from './payload.ts'
import { type RecordParts, Records } from './records.ts'
import { mayRedirectTo } from './redirect-forms.ts'
import { visits } from './visits.ts'

/** Clients as the library looks for them: registered ones in the store, and those that are known by a document. */
export class Clients extends Records {
  readonly #documents: ClientDocuments

  constructor(parts: RecordParts, documents: ClientDocuments) {
    super('Client', parts)
    this.#documents = documents
  }

  /** The metadata of a client, looked for once in a request. Throws as `ClientDocuments` does. */
  override async find(id: string): Promise<Payload | undefined> {
    const found = visits.getStore()?.found
    const sought = found?.get(id) ?? this.#seek(id)
    found?.set(id, sought)
    return sought
  }

  async #seek(id: string): Promise<Payload | undefined> {
    if (isDocumentAddress(id)) return this.#documents.metadataOf(id)
    const registered = await super.find(id)
    if (!registered) return undefined
    // Registrations of before there was a list of what is allowed may have others.
    const redirects = [registered['redirect_uris']].flat().map(String).filter(mayRedirectTo)
    const client = { ...registered, redirect_uris: redirects }
    return hasKeysElsewhere(client) ? this.#documents.metadataOf(id, client) : client
  }
}
