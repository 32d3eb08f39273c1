import { Trait } from '../tags.ts'
import { type ElementNode, makeElement, type TreeNode } from '../tree/node.ts'
import { pictureSource } from '../tree/picture-source.ts'

const TRAITS = Trait.void | Trait.added
/** Nodes of a `<noscript>` that holds nothing but pictures, and nodes beside it that are looked at. */
const PART_MAX_NODES = 24
/** What names a picture: counters of readers have neither a text nor such an address. */
const PICTURE_ADDRESS = /\.(?:jpe?g|png|webp|avif|svg|gif(?!\?))(?:$|[?#/&])|[?&](?:w|width|h)=\d/i

/**
 * The pictures in a `<noscript>` without text that no image beside it shows, as that one waits for a script, or is made by it.
 * `nodes` are all nodes of the page in order.
 */
export function lonePictures(noscript: ElementNode, nodes: readonly TreeNode[]): ElementNode[] {
  if (noscript.end - noscript.id > PART_MAX_NODES) return []
  const pictures: ElementNode[] = []
  for (let id = noscript.id + 1; id < noscript.end; id += 1) {
    const node = nodes[id]!
    if (node.isText && node.ink > 0) return []
    if (!node.isText && node.name === 'img' && pictureSource(node) !== '') pictures.push(node)
  }
  const before = imageBeside(noscript, nodes, -1)
  const after = imageBeside(noscript, nodes, 1)
  const lone = pictures.filter((picture) => {
    const source = pictureSource(picture)
    if ([before, after].some((image) => image && pictureSource(image) === source)) return false
    const standIn = [before, after].find((image) => image && isWith(image, noscript))
    if (standIn) return pictureSource(standIn) === ''
    return (picture.attributes['alt'] ?? '').trim() !== '' || PICTURE_ADDRESS.test(source)
  })
  return lone.map((picture) =>
    makeElement('img', { ...picture.attributes, src: pictureSource(picture) }, TRAITS),
  )
}

/** The image before or after an element, with neither text nor another `<noscript>` between. */
function imageBeside(
  { id, end }: ElementNode,
  nodes: readonly TreeNode[],
  step: -1 | 1,
): ElementNode | undefined {
  let at = step < 0 ? id - 1 : end
  for (let count = 0; count < PART_MAX_NODES; count += 1, at += step) {
    const node = nodes[at]
    if (!node || (node.isText && node.ink > 0)) return undefined
    if (node.isText || node.name === 'br') continue
    if (node.name === 'noscript') return undefined
    if (node.name === 'img') return isInNoscript(node) ? undefined : node
  }
  return undefined
}

/** Whether an image stands in the element that a `<noscript>` stands in, right or in a box of its own. */
function isWith(image: ElementNode, { parent }: ElementNode): boolean {
  return parent?.parent !== undefined && image.id > parent.id && image.id < parent.end
}

function isInNoscript({ parent }: ElementNode): boolean {
  for (let at = parent; at; at = at.parent) {
    if (at.name === 'noscript') return true
    if (at.isBlock) return false
  }
  return false
}
