/**
 * Loads the client of the public API, which replaces the global `FormData` and does not use it itself, and puts that back: files of
 * a worker share it.
 */
const { FormData } = globalThis
await import('zulip-js')
globalThis.FormData = FormData
