/** Pieces in which nothing is markup. */
const CODE = /(```[\s\S]*?```|`[^`\n]+`)/

/** A text whose pieces are converted, each said to be code or not. */
export function convertPieces(
  text: string,
  convert: (piece: string, isCode: boolean) => string,
): string {
  return text
    .split(CODE)
    .map((piece, index) => convert(piece, index % 2 === 1))
    .join('')
}
