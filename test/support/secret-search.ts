/** Names of the secrets that bytes hold: as they are, in base64 inside of anything, or in hexadecimal. */
export function secretsIn(bytes: Buffer, secrets: ReadonlyMap<string, string>): string[] {
  const text = bytes.toString('latin1')
  return [...secrets].flatMap(([name, secret]) => {
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('hex'),
      ...inBase64(secret),
    ]
    return forms.some((form) => text.includes(form)) ? [name] : []
  })
}

/** A secret as it looks inside of the base64 of a longer text, such as a header with name and key. */
export function inBase64(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('.'.repeat(offset) + secret).toString('base64')
    return encoded.slice(offset === 0 ? 0 : 4, -4)
  })
}
