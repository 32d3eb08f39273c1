import { readFile } from 'node:fs/promises'
import { readSignals, type PageSignals } from '../../src/extract/content/features/block-features.ts'
import { hashText } from '../../src/extract/content/features/hash.ts'
import { decodeHtml } from '../../src/lib/decode.ts'
import { parsePage, type PageTree } from '../../src/markup/html/parse-page.ts'
import type { TreeNode } from '../../src/markup/html/tree/node.ts'
import { benchPages, type BenchPage } from '../data.ts'
import type { AebTruth, TrafilaturaTruth, WcxbTruth } from '../extract/metrics.ts'
import { labelsBySegments, labelsByText, refinedLabels } from './labels.ts'

/** One page for training and scoring. */
export interface Sample {
  set: 'wcxb' | 'aeb' | 'trafilatura'
  id: string
  domain: string
  address: string
  tree: PageTree
  signals: PageSignals
  /** Text of each block. */
  texts: string[]
  /** 1 content, 0 not, -1 unknown. */
  labels: Int8Array
  /** Weight of each block in training. */
  weights: Float32Array
  truth: WcxbTruth | AebTruth | TrafilaturaTruth
}

const SET_WEIGHT = { wcxb: 1, aeb: 2, trafilatura: 0.15 }
const WORDS_MIN_COUNT = 50
const SECOND_LEVEL = new Set('co com org net ac gov edu or ne go gob nom'.split(' '))

/** Reads, labels and weighs all pages of the development sets. */
export async function loadSamples(): Promise<Sample[]> {
  const wcxb = await benchPages<WcxbTruth>('extraction/wcxb-dev.tar.xz')
  const aeb = await benchPages<AebTruth>('extraction/aeb-dev.tar.xz')
  const trafilatura = await benchPages<TrafilaturaTruth>('extraction/trafilatura-dev.tar.xz')
  const samples: Sample[] = []
  for (const page of wcxb) samples.push(await sampleOf('wcxb', page))
  for (const page of aeb) samples.push(await sampleOf('aeb', page))
  for (const page of trafilatura) samples.push(await sampleOf('trafilatura', page))
  return samples
}

/** The part of an address that one owner holds. */
export function domainOf(url: string): string {
  const parts = new URL(url).hostname.toLowerCase().split('.')
  const isLong = parts.length > 2 && SECOND_LEVEL.has(parts.at(-2) ?? '')
  return parts.slice(isLong ? -3 : -2).join('.')
}

/** The fold of a domain, from a seed. */
export function foldOf(domain: string, seed: number, folds: number): number {
  return (hashText(`${seed}:${domain}`) >>> 8) % folds
}

async function sampleOf(
  set: Sample['set'],
  { id, file, url, truth }: BenchPage<WcxbTruth | AebTruth | TrafilaturaTruth>,
): Promise<Sample> {
  const tree = parsePage(decodeHtml(await readFile(file), 'text/html'))
  const signals = readSignals(tree, url)
  const texts = textsOf(tree.nodes, signals)
  const labels =
    'with' in truth
      ? labelsBySegments(texts, truth.with, truth.without)
      : refined(texts, 'main' in truth ? truth.main : truth.articleBody)
  return {
    set,
    id,
    domain: domainOf(url),
    address: url,
    tree,
    signals,
    texts,
    labels,
    weights: weightsOf(signals, labels, set),
    truth,
  }
}

function refined(texts: readonly string[], truth: string): Int8Array {
  return refinedLabels(texts, truth, labelsByText(texts, truth))
}

/** The text of each block, white space collapsed. */
function textsOf(nodes: readonly TreeNode[], { blocks, blockOf }: PageSignals): string[] {
  const texts = blocks.map(() => '')
  nodes.forEach((node, id) => {
    if (node.isText) {
      if (blockOf[id]! >= 0) texts[blockOf[id]!]! += node.data
      return
    }
    // An image or a line break separates words; it belongs to the block of the text before it.
    if (node.name !== 'br' && node.name !== 'img') return
    for (let before = id - 1; before > 0; before -= 1) {
      if (blockOf[before]! >= 0) {
        texts[blockOf[before]!]! += ' '
        return
      }
      if (!nodes[before]!.isText && before < id - 8) return
    }
  })
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

function weightsOf({ blocks }: PageSignals, labels: Int8Array, set: Sample['set']): Float32Array {
  if (set === 'trafilatura') return new Float32Array(blocks.length).fill(SET_WEIGHT.trafilatura)
  let contentWeight = 0
  blocks.forEach(({ words }, index) => {
    if (labels[index] === 1) contentWeight += words
  })
  return Float32Array.from(
    blocks,
    ({ words }) =>
      Math.min(1, (words + 1) / Math.max(WORDS_MIN_COUNT, contentWeight)) * SET_WEIGHT[set],
  )
}
