import { Buffer } from 'node:buffer'
import { unpackModel, type Model } from './model.ts'

let loaded: Model | undefined

/** The model that ships with the product, unpacked on first use. */
export async function loadModel(): Promise<Model> {
  if (!loaded) {
    const { WEIGHTS } = await import('./weights.ts')
    loaded = unpackModel(Buffer.from(WEIGHTS, 'base64'))
  }
  return loaded
}
