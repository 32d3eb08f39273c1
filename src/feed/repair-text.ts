// oxlint-disable-next-line no-control-regex -- they are the subject.
const C1 = /[\u0080-\u009f]/g

/** What windows-1252 has in the places of C1 controls, from U+0080 on; five of them are unused. */
const WINDOWS_1252 = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at)),
)

/**
 * A text in which C1 controls are the characters that windows-1252 has in their place: nobody writes the controls, and many write
 * dashes and quotation marks so (HTML standard, 13.2.5.80, does it for references).
 */
export function repairControls(text: string): string {
  return text.replaceAll(C1, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control)
}
