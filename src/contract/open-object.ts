import { z } from 'zod'
import { isJsonDeeperThan } from '../lib/json-depth.ts'

/** Deepest JSON of an object as text, as deep as a message may be that has the object written out. */
const TEXT_MAX_DEPTH = 64

/**
 * An object with fields that the schema does not list. Its JSON as text is taken too: a model that is held to what schemas list
 * can fill in no others.
 */
export function openObject() {
  return z.preprocess(fromText, z.record(z.string(), z.unknown()))
}

/** The object that a text is the JSON of; anything else as it is, for the schema to refuse. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || isJsonDeeperThan(TEXT_MAX_DEPTH, value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
