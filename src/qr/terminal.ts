import { toString as toText } from 'qrcode'

/** A code of half-block characters, for people at a terminal. */
export async function drawForTerminal(text: string): Promise<string> {
  return toText(text, { type: 'utf8', errorCorrectionLevel: 'L', margin: 2 })
}
