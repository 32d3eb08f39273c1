import { isUtf8 } from 'node:buffer'
import { WESTERN } from '../lib/decode-mixed.ts'

// oxlint-disable-next-line no-control-regex -- they are the subject.
const C1 = /[\u0080-\u009f]/g

/** First byte of a C1 control in UTF-8, and the last of its second bytes. */
const C1_LEAD = 0xc2
const C1_LAST = 0x9f

/** Whether bytes of UTF-8 may hold C1 controls; quick, since hardly any text does. */
export function mayHoldControls(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return true
  for (let at = bytes.indexOf(C1_LEAD); at !== -1; at = bytes.indexOf(C1_LEAD, at + 1)) {
    if ((bytes[at + 1] ?? 0) <= C1_LAST) return true
  }
  return false
}

/**
 * A text in which C1 controls are the characters that windows-1252 has in their place: nobody writes the controls, and many write
 * dashes and quotation marks so (HTML standard, 13.2.5.80, does it for references).
 */
export function repairControls(text: string): string {
  return text.replaceAll(C1, (control) => WESTERN[control.charCodeAt(0) - 0x80] ?? control)
}
