/**
 * First characters of the emoji of each group, in ranges, after the groups of Unicode (emoji-test.txt of Unicode 15); what came later is
 * put beside its neighbours. In the order in which they are shown: faces before signs of old.
 */
const RANGES = {
  smileys: `
    1f600-1f644 1f648-1f64a 1f441 1f479-1f47b 1f47d-1f480 1f48b-1f48c 1f493-1f49f 1f4a2 1f4a4-1f4a6
    1f4a8-1f4a9 1f4ab-1f4ad 1f4af 1f573 1f5a4 1f5e8-1f5ef 1f90d-1f90e 1f910-1f917 1f920-1f925
    1f927-1f92f 1f970-1f976 1f978-1f97a 1f9d0 1f9e1 1fa75-1fa77 1fae0-1fae5 1fae8-1fae9 2620 2639-263a
    2763-2764`,
  people: `
    1f385 1f3c2-1f3c4 1f3c7 1f3ca-1f3cc 1f440 1f442-1f450 1f463-1f478 1f47c 1f481-1f483 1f485-1f487
    1f48f 1f491 1f4aa 1f574-1f575 1f57a 1f590-1f596 1f5e3 1f645-1f647 1f64b-1f64f 1f6a3 1f6b4-1f6b6
    1f6c0 1f6cc 1f90c 1f90f 1f918-1f91f 1f926 1f930-1f93e 1f977 1f9b4-1f9b9 1f9bb 1f9be-1f9bf
    1f9cc-1f9cf 1f9d1-1f9e0 1fac0-1fac6 1fae6 1faf0-1faf8 261d 26f7 26f9 270a-270d`,
  nature: `
    1f331-1f335 1f337-1f33c 1f33e-1f344 1f3f5 1f400-1f43f 1f490 1f4ae 1f54a 1f577-1f578 1f940
    1f981-1f98f 1f992-1f99d 1f99f-1f9a9 1f9ab-1f9ae 1fab0-1fab4 1fab6-1fabf 1face-1facf 2618`,
  food: `
    1f32d-1f330 1f336 1f33d 1f345-1f37f 1f382 1f3fa 1f52a 1f942-1f944 1f950-1f96f 1f980 1f990-1f991
    1f99e 1f9aa 1f9c0-1f9cb 1fad0-1fadf 2615`,
  travel: `
    1f300-1f32c 1f3a0-1f3a2 1f3aa 1f3cd-1f3ce 1f3d4-1f3e6 1f3e8-1f3ed 1f3ef-1f3f0 1f488 1f492 1f4a7
    1f4ba 1f525 1f54b-1f54d 1f557 1f570 1f5fa-1f5fe 1f680-1f6a2 1f6a4-1f6a8 1f6b2 1f6ce 1f6d1
    1f6d5-1f6d6 1f6dd-1f6df 1f6e2-1f6f6 1f6f8-1f6fc 1f9bc-1f9bd 1f9ed 1f9f1 1f9f3 1fa82 1fa90 1faa8
    1fab5 231a-231b 23f0-23f3 2600-2604 2614 2668 2693 26a1 26c4-26c8 26e9-26f2 26f4-26f5 26fa-26fd 2708
    2744 2b50`,
  activities: `
    1f004-1f0cf 1f380-1f381 1f383-1f384 1f386-1f38b 1f38d-1f391 1f396-1f397 1f39f 1f3a3 1f3a8 1f3ab
    1f3ad-1f3b4 1f3bd-1f3c0 1f3c5-1f3c6 1f3c8-1f3c9 1f3cf-1f3d3 1f3f8 1f52b 1f52e 1f579 1f5bc 1f6f7
    1f93f 1f945-1f94f 1f9e7-1f9e9 1f9f5-1f9f6 1f9f8 1fa80-1fa81 1fa84-1fa86 1faa1-1faa2 1faa9 265f-2666
    26bd-26be 26f3 26f8 2728`,
  objects: `
    1f392-1f393 1f399-1f39e 1f3a4-1f3a5 1f3a7 1f3a9 1f3ac 1f3b5-1f3bc 1f3ee 1f3f7 1f3f9 1f451-1f462
    1f484 1f489-1f48a 1f48d-1f48e 1f4a1 1f4a3 1f4b0 1f4b3-1f4b9 1f4bb-1f4da 1f4dc-1f4f2 1f4f7-1f4ff
    1f507-1f517 1f526-1f529 1f52c-1f52d 1f56f 1f576 1f587-1f58d 1f5a5-1f5b2 1f5c2-1f5e1 1f5f3 1f5ff
    1f6aa 1f6ac 1f6bd 1f6bf 1f6c1 1f6cb 1f6cd 1f6cf 1f6d2 1f6d7 1f6e0-1f6e1 1f941 1f97b-1f97f 1f9af
    1f9ba 1f9e2-1f9e6 1f9ea-1f9ec 1f9ee-1f9f0 1f9f2 1f9f4 1f9f7 1f9f9-1fa74 1fa78-1fa7c 1fa83
    1fa87-1fa8f 1fa91-1faa0 1faa3-1faa7 1faaa-1faae 1fae7 2328 260e 2692 2694 2696-2699 26b0-26b1
    26cf-26d3 2702 2709 270f-2712`,
  symbols: `
    1f170-1f19a 1f201-1f251 1f3a6 1f3e7 1f4a0 1f4b1-1f4b2 1f4db 1f4f3-1f4f6 1f500-1f506 1f518-1f524
    1f52f-1f549 1f54e 1f6ab 1f6ad-1f6b1 1f6b3 1f6b7-1f6bc 1f6be 1f6c2-1f6c5 1f6d0 1f6dc 1f7e0-1f7f0
    1faaf 23-21aa 23cf-23ef 23f8-25fe 2611 2622-2638 2640-2653 267b-267f 2695 269b-26a0 26a7-26ab 26ce
    26d4 2705 2714-2721 2733-2734 2747-2757 2795-2b1c 2b55-3299`,
  flags: `
    1f1e6-1f1ff 1f38c 1f3c1 1f3f3-1f3f4 1f6a9`,
} as const

/** A group of emoji. */
export type EmojiGroup = keyof typeof RANGES

/** All groups, in their order. */
export const EMOJI_GROUPS = Object.keys(RANGES) as readonly EmojiGroup[]

const ranges = EMOJI_GROUPS.flatMap((group) =>
  RANGES[group]
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
      return { group, first, last }
    }),
)

/** The group of an emoji by its code, such as `1f389` or `1f1e9-1f1ea`, and its rank; undefined for one that Unicode puts nowhere. */
export function findPlace(code: string): { group: EmojiGroup; rank: number } | undefined {
  const start = Number.parseInt(code, 16)
  const rank = ranges.findIndex(({ first, last }) => first <= start && start <= last)
  const range = ranges[rank]
  return range && { group: range.group, rank }
}
